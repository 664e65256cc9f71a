import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { type Mock, vi } from "vitest";
import { ToastContext, type ToastText } from "../../ui/toasts";
import { sums } from "./history.test-data";
import type { HistoryRow } from "./types";

/** The last part of the path of each call, with the function that answers it. */
export type Answers = Readonly<Record<string, Mock<(body: never) => unknown>>>;

/** The rows of an answer. */
const rowsOf = (data: unknown): HistoryRow[] => {
  const { results = [], row } = (data ?? {}) as { results?: HistoryRow[]; row?: HistoryRow };
  return row ? [row] : results;
};

/** Answers calls by the last part of their path. What an answer throws is a problem with a request id. Costs that rows lack are answered
 * from the rows that were sent. */
export function stubServer(answers: Answers): void {
  const gaps = new Map<string, unknown>();
  const costGaps = ({ entries }: { entries: string[] }) => ({
    gaps: entries.flatMap((entry) => gaps.get(entry) ?? []),
  });
  const all: Answers = { "get-cost-gaps": vi.fn(costGaps), "get-transaction-sums": vi.fn(() => sums()), ...answers };
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
    const answer = all[path.split("/").at(-1) ?? ""];
    if (!answer) throw new Error(`no answer for ${path}`);
    try {
      const data = await answer(JSON.parse(body) as never);
      for (const row of rowsOf(data)) if (row.cost_gap) gaps.set(row.entry, row.cost_gap);
      return Response.json({ error: false, message: "", data });
    } catch (problem) {
      const message = problem instanceof Error ? problem.message : "";
      return Response.json(
        { error: true, message, data: null, code: "internal", request_id: "req_1" },
        { status: 422 },
      );
    }
  });
}

/** Renders a page at a URL, and collects its toasts. */
export function renderAt(url: string, page: ReactNode) {
  const router = createMemoryRouter([{ path: "*", element: page }], {
    initialEntries: ["/home", url],
    initialIndex: 1,
  });
  const toasts: ToastText[] = [];
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ToastContext value={(toast) => toasts.push(toast)}>
        <RouterProvider router={router} />
      </ToastContext>
    </QueryClientProvider>,
  );
  const params = () => Object.fromEntries(new URLSearchParams(router.state.location.search));
  return { router, params, toasts };
}
