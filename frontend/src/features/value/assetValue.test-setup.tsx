import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { vi } from "vitest";
import { AssetValue } from "./AssetValue";
import type { ValueGraph } from "./types";
import { transaction, valueEvent, valuePeriod } from "./value.test-data";

/** A request to the server: the last part of its path, its body and its headers. */
interface Sent {
  call: string;
  body: Record<string, unknown>;
  headers: Headers;
}

const answer = (data: unknown) => Response.json({ error: false, message: "", data });
const problem = (message: string) =>
  Response.json({ error: true, code: "storage", message, data: null }, { status: 500 });

interface ShowOptions {
  path?: string;
  visitor?: string | null;
  onAdd?: () => void;
  /** Why the transactions of a period cannot be loaded. */
  lostTransactions?: string;
}

/** The query of the page. */
export let query = "";

function Query() {
  query = useLocation().search;
  return null;
}

/** Renders the page with a server that gives an answer for each grouping, or fails with a message. */
export function showAssetValue(graph: (group: string) => ValueGraph | string, options: ShowOptions = {}): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", (url: string, init?: RequestInit) => {
    const body = JSON.parse(String(init?.body ?? "{}"));
    const call = url.split("/").at(-1) ?? "";
    sent.push({ call, body, headers: new Headers(init?.headers) });
    const given = call === "get-asset-value-graph" ? graph(body.group_criteria) : "";
    const answers: Record<string, () => Response> = {
      "get-asset-value-graph": () => (typeof given === "string" ? problem(given) : answer(given)),
      "get-asset-value-period": () => answer(valuePeriod(body.first_day)),
      "get-all-events": () => answer({ events: [valueEvent("halving", "2025-09-09")] }),
      "search-transaction": () =>
        options.lostTransactions
          ? problem(options.lostTransactions)
          : answer({ view: "own", results: [transaction], currency_code: "USD" }),
    };
    return Promise.resolve(answers[call]?.() ?? problem(`No answer to ${call}.`));
  });
  // jsdom has no layout, and the chart needs the width of its card.
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(800);
  vi.stubGlobal("matchMedia", (media: string) => ({
    matches: media.includes("min-width"),
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
  const { path = "/intelligence/asset-value", visitor = null, onAdd } = options;
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[path]}>
        <AssetValue
          visitor={visitor}
          share={null}
          accounts={null}
          onAdd={onAdd ?? null}
          historyPath={(params) => `/history?${params}`}
        />
        <Query />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return sent;
}
