import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { vi } from "vitest";
import { coverage, ETHEREUM, total } from "./flows.test-data";
import { Intelligence } from "./Intelligence";
import type { Flows } from "./types";

/** A request to the server: the last part of its path, its body and its headers. */
interface Sent {
  call: string;
  body: Record<string, unknown>;
  headers: Headers;
}

interface ShowOptions {
  path?: string;
  visitor?: string;
  onAdd?: () => void;
  /** The calls that fail. */
  failing?: readonly string[];
}

const ANSWERS: Readonly<Record<string, object>> = {
  "search-transaction": { total_count: 2418, coverage: { ...coverage, accounts_done: 1 } },
  "get-average-cost-basis": {
    current_value: total("150"),
    cost_basis: total("100"),
    gain_loss: total("50"),
    currency_code: "USD",
  },
  "get-gas-fee-overtime": {
    total_fees: total("1942"),
    total_count: 412,
    chains: [{ chain: ETHEREUM, total_fees: total("1184.62") }],
    currency_code: "USD",
  },
  "get-wallet-insights": {
    insights: [{ insight_type: 10 }, { insight_type: 20 }, { insight_type: 20 }],
    beyond_plan: 0,
    checked: 22,
    not_evaluated: [],
  },
};

let current = "";

/** The path of the page, with query and hash. */
export const place = (): string => current;

function Place() {
  const { pathname, search, hash } = useLocation();
  current = `${pathname}${search}${hash}`;
  return null;
}

/** Renders the page with a server that answers every request for flows with these. */
export function showIntelligence(flows: Flows, options: ShowOptions = {}): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", (url: string, init?: RequestInit) => {
    const call = url.split("/").at(-1) ?? "";
    sent.push({ call, body: JSON.parse(String(init?.body ?? "{}")), headers: new Headers(init?.headers) });
    if (options.failing?.includes(call))
      return Promise.resolve(
        Response.json({ error: true, code: "storage", message: "The storage is busy.", data: null }, { status: 500 }),
      );
    const data = call === "get-asset-profit-loss" ? flows : ANSWERS[call];
    return Promise.resolve(Response.json({ error: false, message: "", data }));
  });
  // jsdom has no layout, and the chart needs the width of its card.
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(600);
  const { path = "/intelligence", visitor = null, onAdd } = options;
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[path]}>
        <Intelligence
          visitor={visitor}
          share={null}
          accounts={null}
          insights={null}
          onAdd={visitor ? null : (onAdd ?? (() => undefined))}
          pathOf={(page) => `/to/${page}`}
        />
        <Place />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return sent;
}
