import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { hideAmounts } from "../../format/amounts";
import { assetFlows, BASE, coverage, ETHEREUM, flowsOf, total } from "./flows.test-data";
import { place, showIntelligence } from "./intelligence.test-setup";

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const assets = [
  assetFlows("ETH", ["100", "10", "90"]),
  assetFlows("USDC", ["50", "30", "20"], { outflows: total("30", 1), net: total("20", 1) }),
];
const answer = flowsOf(assets, {
  totals: { transferred: total("412.5"), outflows: total("40", 1), net: total("110", 1), unlisted: 2 },
  figures: { "/profit_loss/net/value": "net-figure" },
});
const card = () => screen.findByRole("region", { name: "Net Flows" });
const bodies = (sent: ReturnType<typeof showIntelligence>) =>
  sent.filter(({ call }) => call === "get-asset-profit-loss").map(({ body }) => body);

test("tiles lead to their pages, each with one figure", async () => {
  showIntelligence(answer);
  const tiles = within(await screen.findByRole("region", { name: "Valuable intelligence, personalized to you" }));
  await tiles.findByText("2,418 entries");
  tiles.getByText("Since 12 Mar 2021, still growing");
  expect((await tiles.findByText("$150.00")).parentElement?.textContent).toContain("+$50.00 over what you paid");
  expect((await tiles.findByText("$1,942.00")).parentElement?.textContent).toContain("most on Ethereum");
  expect((await tiles.findByText("3 this week")).parentElement?.textContent).toContain("1 on cost, 2 on risk");
  expect(tiles.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/to/transaction-history",
    "/to/asset-value",
    "/to/insights",
    "/to/costs",
  ]);
});

test("a tile whose figure cannot be loaded says so, beside the others", async () => {
  showIntelligence(answer, { failing: ["get-average-cost-basis"] });
  await screen.findByText("Couldn't load this figure");
  await screen.findByText("2,418 entries");
});

test("the bars, their sentence and the table have the same figures", async () => {
  showIntelligence(answer);
  await screen.findByText("Net flows from 20 Nov 2025 to 20 Nov 2026: inflows $150.00, outflows $40.00, net +$110.00.");
  const flows = within(await card());
  expect(flows.getAllByRole("row").map((row) => row.textContent)).toEqual([
    "AssetInflowsOutflowsNet",
    "EETH$100.00$10.00+$90.00",
    "UUSDC$50.00$30.00+$20.00",
    "Total$150.00$40.00+$110.00",
  ]);
  fireEvent.keyDown(flows.getByRole("slider", { name: "Flows" }), { key: "Home" });
  expect(flows.getByRole("slider").getAttribute("aria-valuetext")).toBe("Inflows, $150.00");
  flows.getByText("1 movement has no price and is left out. 2 tokens of unknown issuers are left out.");
  flows.getByText("History known since 12 Mar 2021");
});

test("gross counts own transfers on both sides", async () => {
  showIntelligence(answer);
  const flows = within(await card());
  const note = await flows.findByText(/moved between your own accounts is left out\. Switch to gross to see it\./);
  expect(note.textContent).toContain("$412.50");
  fireEvent.click(flows.getByRole("radio", { name: "Gross" }));
  await flows.findByText(/is counted on both sides/);
  expect([flows.getAllByRole("row").at(-1)?.textContent, place()]).toEqual([
    "Total$562.50$452.50+$110.00",
    "/intelligence?flows=gross",
  ]);
});

test("the span is sent in seconds from the start of an hour, and Max sends none", async () => {
  const sent = showIntelligence(answer, { path: "/intelligence#netflow" });
  const flows = within(await card());
  await flows.findByRole("table");
  expect(Number(bodies(sent)[0]?.start_datetime) % 3600).toBe(0);
  fireEvent.click(flows.getByRole("button", { name: "Max" }));
  await waitFor(() => expect(bodies(sent).at(-1)).toEqual({ currency_code: "USD" }));
  expect(place()).toBe("/intelligence?span=max#netflow");
  flows.getByText("20 Nov 2025 – 20 Nov 2026");
});

test("a chain takes the place of All, and All returns with the last one", async () => {
  const sent = showIntelligence(
    flowsOf(assets, { chains: [ETHEREUM, BASE, { ...BASE, _id: "eip155:10", name: "OP" }] }),
  );
  const flows = within(await card());
  const pressed = (name: string) => flows.getByRole("button", { name }).getAttribute("aria-pressed");
  fireEvent.click(await flows.findByRole("button", { name: "Base" }));
  await waitFor(() => expect(bodies(sent).at(-1)?.chains).toEqual([BASE._id]));
  expect([pressed("All"), pressed("Base")]).toEqual(["false", "true"]);
  fireEvent.click(flows.getByRole("button", { name: "Base" }));
  await waitFor(() => expect(place()).toBe("/intelligence"));
  expect([pressed("All"), pressed("Base")]).toEqual(["true", "false"]);
});

test("chosen assets are sent, and one that did not move is counted", async () => {
  const sent = showIntelligence(answer, { path: "/intelligence?token=eth" });
  const flows = within(await card());
  await flows.findByRole("button", { name: "Assets: ETH" });
  expect(bodies(sent).map(({ asset_ids }) => asset_ids)).toEqual([["eth"], undefined]);
  cleanup();
  showIntelligence(answer, { path: "/intelligence?token=tide" });
  await within(await card()).findByRole("button", { name: "Assets: 1 asset" });
});

test("a dismissed card stays away, and the sum of own transfers moves below the chart", async () => {
  const onAdd = vi.fn();
  showIntelligence(answer, { onAdd });
  const flows = within(await card());
  fireEvent.click(flows.getByRole("button", { name: "Add wallet" }));
  expect(onAdd).toHaveBeenCalledOnce();
  for (const name of ["What the bars mean", "Add all your wallets"])
    fireEvent.click(flows.getByRole("button", { name: `Dismiss “${name}”` }));
  expect(flows.queryByText("What the bars mean")).toBeNull();
  expect((await flows.findByText(/moved between your own accounts/)).closest("li")).not.toBeNull();
  cleanup();
  showIntelligence(answer, { onAdd });
  await within(await card()).findByRole("table");
  expect(screen.queryByText("Add all your wallets")).toBeNull();
});

test("without flows the card says why, and what to do", async () => {
  const none = flowsOf([assetFlows("ETH", ["0", "0", "0"], { transferred: total("5") })]);
  showIntelligence(none, { path: "/intelligence?chain=eip155:1" });
  await screen.findByText("No flow matches the chosen chains, assets and time.");
  fireEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  fireEvent.click(await screen.findByRole("button", { name: "Show all time" }));
  await screen.findByText("No flows yet");
  cleanup();
  const onAdd = vi.fn();
  showIntelligence(flowsOf([], { coverage: { ...coverage, accounts: 0, accounts_done: 0, known_since: null } }), {
    onAdd,
  });
  await screen.findByText("Add a wallet to see what came in and what left.");
});

test("a history that is still being read is said", async () => {
  const gaps = [{ kind: "internal_transfers", text: "Internal transfers are missing.", accounts: 1 }];
  showIntelligence(flowsOf(assets, { coverage: { ...coverage, complete: false, accounts_done: 1, gaps } }));
  await screen.findByText(/1 account still reading\./);
  screen.getByText("Internal transfers are missing.");
});

test("a failure is shown in its card, with the choices that led to it", async () => {
  showIntelligence(answer, { failing: ["get-asset-profit-loss"] });
  await screen.findByText("Couldn't load your net flows");
  within(await card()).getByRole("button", { name: "1 year" });
});

test("a visitor sees the flows with the token of the session, and is not asked for wallets", async () => {
  const sent = showIntelligence(answer, { visitor: "spy_share_x" });
  const flows = within(await card());
  await flows.findByRole("table");
  expect(sent.map(({ headers }) => headers.get("authorization"))).toEqual(sent.map(() => "Bearer spy_share_x"));
  expect(screen.queryByText("Add all your wallets")).toBeNull();
});

test("hidden amounts are hidden everywhere", async () => {
  hideAmounts(true);
  showIntelligence(answer);
  await within(await card()).findByRole("table");
  await screen.findByText("2,418 entries");
  expect(document.body.textContent).not.toMatch(/\$\d/);
  hideAmounts(false);
});
