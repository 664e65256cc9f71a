import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter, useLocation } from "react-router";
import { vi } from "vitest";
import { Counterparties } from "./Counterparties";
import type { Volumes } from "./types";

/** A request to the server. */
interface Sent {
  body: Record<string, unknown>;
  headers: Headers;
}

let current = "";

/** The query of the page. */
export const query = (): string => current;

function Query() {
  current = useLocation().search;
  return null;
}

/** Renders a part with a server that gives this answer, or fails with a message. */
export function showWith(answer: Volumes | string, part: ReactNode, path = "/"): { sent: Sent[]; client: QueryClient } {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", (_: string, init?: RequestInit) => {
    sent.push({ body: JSON.parse(String(init?.body ?? "{}")), headers: new Headers(init?.headers) });
    return Promise.resolve(
      typeof answer === "string"
        ? Response.json({ error: true, code: "storage", message: answer, data: null }, { status: 500 })
        : Response.json({ error: false, message: "", data: answer }),
    );
  });
  // jsdom has no layout, and the chart needs the width of its card.
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(340);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>
        {part}
        <Query />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { sent, client };
}

/** Answers the media queries that have one of these texts. */
export const stubMedia = (...matching: string[]): void => {
  vi.stubGlobal("matchMedia", (media: string) => ({
    matches: matching.some((text) => media.includes(text)),
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
};

interface ShowOptions {
  search?: string;
  visitor?: string;
  onAdd?: () => void;
}

/** Renders the page on a screen with room for its panel. */
export function showCounterparties(
  answer: Volumes | string,
  { search = "", visitor, onAdd }: ShowOptions = {},
): Sent[] {
  stubMedia("min-width");
  const page = (
    <Counterparties
      visitor={visitor ?? null}
      share={null}
      accounts={null}
      onAdd={visitor ? null : (onAdd ?? (() => undefined))}
      historyPath={(params) => `/history?${params}`}
    />
  );
  return showWith(answer, page, `/intelligence/volume-traded-by-counterparty${search}`).sent;
}
