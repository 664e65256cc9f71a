import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { ExplainContext } from "../../ui/explain";
import { ToastContext, type ToastText } from "../../ui/toasts";
import { Insights } from "./Insights";
import { fees, insight, insights, part } from "./insights.test-data";
import type { Insights as Data } from "./types";

const explain = vi.fn();
const upgrade = vi.fn();
/** The changes that were sent, and the notices that were shown. */
const sent: [string, unknown][] = [];
const toasts: ToastText[] = [];

/** Lets the server give this answer, or fail with a message. Changes succeed. */
function answer(data: Data | string): void {
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    if (!url.endsWith("get-wallet-insights")) {
      sent.push([url.slice(url.lastIndexOf("/") + 1), JSON.parse(String(init.body))]);
      return Promise.resolve(Response.json({ error: false, message: "", data: { put_away: true, until: null } }));
    }
    return Promise.resolve(
      typeof data === "string"
        ? Response.json({ error: true, code: "storage", message: data, data: null }, { status: 500 })
        : Response.json({ error: false, message: "", data }),
    );
  });
}

function show(visitor: string | null = null, path = "/intelligence/insights") {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <ToastContext value={(toast) => toasts.push(toast)}>
        <ExplainContext value={explain}>
          <MemoryRouter initialEntries={[path]}>
            <Insights
              visitor={visitor}
              actions={null}
              onAdd={visitor === null ? vi.fn() : null}
              onUpgrade={visitor === null ? upgrade : null}
              pathOf={(page) => `/${page}`}
            />
          </MemoryRouter>
        </ExplainContext>
      </ToastContext>
    </QueryClientProvider>,
  );
}

/** The cards, once they have loaded. */
async function cards(): Promise<[HTMLElement, HTMLElement]> {
  const [first, second] = await screen.findAllByRole("article");
  if (!first || !second) throw new Error("There are no two cards.");
  return [first, second];
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  explain.mockReset();
  upgrade.mockReset();
  sent.length = 0;
  toasts.length = 0;
});

test("a card has its sentence, its arithmetic with figures, its threshold and what would change it", async () => {
  answer(insights());
  show();
  const [one] = await cards();
  expect(within(one).getByRole("heading").textContent).toBe("ETH is 62.5% of everything you own.");
  const terms = within(within(one).getByRole("list", { name: "Arithmetic" })).getAllByRole("listitem");
  expect(terms.map((term) => term.textContent)).toEqual([
    "$6,250.00Its value",
    "÷$10,000.00Everything you own",
    "×100Percent",
    "=62.5%Share, limit 40.0%",
  ]);
  expect(one.textContent).toContain("Share of one asset: above 40.0%. 2 tokens without a price are left out.");
  expect(one.textContent).toContain("At the same total, $2,250.00 less of it would be 40.0%.");
  fireEvent.click(within(one).getByRole("button", { name: /Its value/ }));
  expect(explain).toHaveBeenCalledWith("its-value");
  expect(within(one).getByRole("link").getAttribute("href")).toBe("/home");
});

test("choosing a tab resets the risk", async () => {
  answer(insights());
  show(null, "/intelligence/insights?type=cost&risk=80");
  expect(await screen.findByText("None of these")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Reduce Risk 1" }));
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Risk" }).value).toBe("0");
  expect(screen.getAllByRole("article")).toHaveLength(1);
});

test("an insight is put away for a time, with the way back", async () => {
  answer(insights());
  show();
  const [one] = await cards();
  fireEvent.click(within(one).getByRole("button", { name: /^Snooze: ETH is/ }));
  fireEvent.click(within(one).getByRole("menuitem", { name: "For 1 month" }));
  await waitFor(() => expect(toasts.at(-1)?.text).toBe("Snoozed for 30 days"));
  toasts.at(-1)?.undo?.();
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent).toEqual([
    ["snooze-insight", { rule: "conc.asset", subject: "eth", days: 30 }],
    ["restore-insight", { rule: "conc.asset", subject: "eth" }],
  ]);
});

test("what is not a problem is dismissed, and what was put away can be listed again", async () => {
  const away = {
    rule: "conc.chain",
    subject: "eip155:1",
    subject_name: "Ethereum",
    title: [part("Ethereum", { kind: "network" }), part(" is everything.")],
    until: null,
    decided_on: fees.found_on,
  };
  answer(insights({ put_away: [away, { ...away, subject: "x", until: "2026-12-04T00:00:00Z" }] }));
  show();
  const [, second] = await cards();
  fireEvent.click(within(second).getByRole("button", { name: /^Dismiss/ }));
  await waitFor(() => expect(sent.at(-1)).toEqual(["dismiss-insight", { rule: "fees.total", subject: "portfolio" }]));
  const region = screen.getByRole("region", { name: "Snoozed and dismissed" });
  expect(region.textContent).toContain("1 snoozed, 1 dismissed.");
  fireEvent.click(within(region).getByRole("button", { name: "Show 2" }));
  expect(within(region).getAllByRole("listitem")[0]?.textContent).toContain("Ethereum is everything.Not a problem");
  fireEvent.click(within(region).getAllByRole("button", { name: "List again: Ethereum" })[0] as HTMLElement);
  await waitFor(() => expect(sent.at(-1)).toEqual(["restore-insight", { rule: "conc.chain", subject: "eip155:1" }]));
});

test("a rule that was not evaluated is listed with the reason", async () => {
  answer(insights());
  show();
  const region = await screen.findByRole("region", { name: "Rules not evaluated" });
  expect(region.textContent).toContain("1 rule was not evaluated, or not for everything.");
  fireEvent.click(within(region).getByRole("button"));
  expect(region.textContent).toContain("Idle cashThe history is not complete.");
});

test("a plan with a limit has a teaser that leads to the plans", async () => {
  answer(insights({ beyond_plan: 3 }));
  show();
  const teaser = await screen.findByRole("region", { name: "More insights with Spyhop" });
  expect(teaser.textContent).toContain("3 more were found.");
  fireEvent.click(within(teaser).getByRole("button", { name: "Upgrade" }));
  expect(upgrade).toHaveBeenCalled();
});

test("without insights the page says how to gain more, and still which rules were not evaluated", async () => {
  answer(insights({ insights: [] }));
  show();
  expect(await screen.findByText("Add all your wallets and exchanges to gain more insights")).toBeTruthy();
  expect(screen.getByText("Insights increase with your usage")).toBeTruthy();
  expect(screen.getByRole("region", { name: "Rules not evaluated" })).toBeTruthy();
});

test("a visitor decides nothing", async () => {
  answer(insights({ insights: [insight({}), fees] }));
  show("spy_share_x");
  const [one] = await cards();
  expect(within(one).queryByRole("button", { name: /Snooze|Dismiss/ })).toBeNull();
  expect(screen.queryByRole("region", { name: "Snoozed and dismissed" })).toBeNull();
});

test("a threshold is changed, and a rule is turned off", async () => {
  answer(insights());
  show();
  await cards();
  fireEvent.click(screen.getByRole("button", { name: "Thresholds" }));
  const rule = within(screen.getByRole("form", { name: "Concentration in one asset" }));
  expect(rule.queryByRole("button", { name: "Save" })).toBeNull();
  fireEvent.change(rule.getByRole("textbox", { name: "Share of one asset, above" }), { target: { value: " 55.5 " } });
  fireEvent.click(rule.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(sent.at(-1)).toEqual([
      "set-insight-rule",
      { rule: "conc.asset", enabled: true, thresholds: [{ name: "share", limit: "55.5" }] },
    ]),
  );
  fireEvent.click(rule.getByRole("switch", { name: "Concentration in one asset" }));
  await waitFor(() =>
    expect(sent.at(-1)).toEqual(["set-insight-rule", { rule: "conc.asset", enabled: false, thresholds: [] }]),
  );
});

test("a failure is shown with its message and a way to retry", async () => {
  answer("The storage failed.");
  show();
  expect(await screen.findByText("Couldn't evaluate your insights")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
});
