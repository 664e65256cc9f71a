import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { FirstInsights } from "./FirstInsights";
import { InsightsCard } from "./InsightsCard";
import { fees, insight, insights } from "./insights.test-data";
import type { Insights } from "./types";

function show(card: ReactNode, data: Insights): void {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ error: false, message: "", data })));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>{card}</MemoryRouter>
    </QueryClientProvider>,
  );
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const four = insights({ insights: [insight({}), fees, insight({ subject: "b" }), insight({ subject: "c" })] });

test("Home has three insights in short, and how many there are", async () => {
  const onAdd = vi.fn();
  show(<InsightsCard visitor={null} path="/intelligence/insights" onAdd={onAdd} />, four);
  const card = await screen.findByRole("region", { name: "Insights 4 this week" });
  const slides = within(within(card).getByRole("list")).getAllByRole("listitem");
  expect(slides.map((slide) => slide.textContent)).toEqual([
    "ETH is 62.5% of everything you own.Reduce RiskConcentration Risk62.5% Share of one asset",
    "$120.00 went into fees in 90 days.Reduce Cost$120.00 Share of one asset",
    "ETH is 62.5% of everything you own.Reduce RiskConcentration Risk62.5% Share of one asset",
  ]);
  expect(within(card).getByRole("link", { name: "See all" }).getAttribute("href")).toBe("/intelligence/insights");
  fireEvent.click(within(card).getByRole("button", { name: "Add more" }));
  expect(onAdd).toHaveBeenCalled();
});

test("without insights Home says how to gain some, and to visitors that there are none", async () => {
  show(<InsightsCard visitor={null} path="x" onAdd={vi.fn()} />, insights({ insights: [] }));
  expect(await screen.findByText("Add all your wallets and exchanges to gain more insights")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Next insight" })).toBeNull();
  cleanup();
  show(<InsightsCard visitor="spy_share_x" path="x" onAdd={null} />, insights({ insights: [] }));
  expect(await screen.findByText("1 rule was not evaluated.")).toBeTruthy();
  cleanup();
  show(<InsightsCard visitor="spy_share_x" path="x" onAdd={null} />, insights({ insights: [], not_evaluated: [] }));
  expect(await screen.findByText("No rule found anything in this portfolio")).toBeTruthy();
});

test("Intelligence has the first two of all", async () => {
  show(<FirstInsights visitor={null} path="/intelligence/insights" />, four);
  const card = await screen.findByRole("region", { name: "Insights 2 of 4" });
  expect(within(card).getAllByRole("listitem")).toHaveLength(2);
  cleanup();
  show(<FirstInsights visitor={null} path="x" />, insights({ insights: [] }));
  expect(await screen.findByText("1 rule was not evaluated.")).toBeTruthy();
  cleanup();
  show(<FirstInsights visitor={null} path="x" />, insights({ insights: [], not_evaluated: [] }));
  expect(
    await screen.findByText("This wallet is not active enough for us to generate any useful insights here :)."),
  ).toBeTruthy();
});
