import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { ToastContext, type ToastText } from "../../ui/toasts";

/** Renders a part of the feature with an empty query cache; returns the cache, and the toasts in their order. */
export function renderWith(part: ReactNode, path = "/exchanges") {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  const toasts: ToastText[] = [];
  const rendered = render(
    <QueryClientProvider client={client}>
      <ToastContext value={(toast) => toasts.push(toast)}>
        <MemoryRouter initialEntries={[path]}>{part}</MemoryRouter>
      </ToastContext>
    </QueryClientProvider>,
  );
  return { client, toasts, ...rendered };
}
