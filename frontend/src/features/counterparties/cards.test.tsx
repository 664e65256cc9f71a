import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { showWith, stubMedia } from "./counterparties.test-setup";
import { TopCounterparties } from "./TopCounterparties";
import { VolumeCard } from "./VolumeCard";
import { service, three, totals, volumesOf } from "./volumes.test-data";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const none = volumesOf([], totals("0", "0", 0));
const four = volumesOf(
  [...three.counter_party_volume_traded, service("Across", "bridge", totals("1"))],
  totals("1001"),
);
const top = <TopCounterparties visitor={null} path="/counterparties" />;
const card = <VolumeCard visitor={null} path="/counterparties" />;
const items = () => screen.getAllByRole("listitem").map((one) => one.textContent);

test("Home shows the three services with the largest volume, and how many there are", async () => {
  showWith(four, top);
  const region = await screen.findByRole("region", { name: "Top counterparties" });
  expect(items()).toEqual(["UUniswap v3$600.00", "CCoW Swap$300.00", "LLido$100.00"]);
  expect(within(region).getByRole("link", { name: "All 4" }).getAttribute("href")).toBe("/counterparties");
});

test.each([
  ["without services", none],
  ["after a failure", "The storage is busy."],
])("the card of Home is left out %s", async (_, answer) => {
  const { client } = showWith(answer, top);
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(screen.queryByText("Top counterparties")).toBeNull();
});

test("on a phone the card of Home is closed at first", async () => {
  stubMedia("max-width: 640px");
  showWith(four, top);
  const fold = await screen.findByRole("button", { name: /^Top counterparties/ });
  expect([fold.textContent, screen.queryAllByRole("listitem")]).toEqual(["Top counterparties3 of 4", []]);
  fireEvent.click(fold);
  expect(items()).toHaveLength(3);
});

test("Costs shows the volume of twelve months by service, and leads to the page", async () => {
  showWith(three, card);
  const region = within(await screen.findByRole("region", { name: /^Counterparty Volume Over Time/ }));
  await region.findByText("Volume by counterparty from January 2026 to March 2026: $1,000.00.");
  expect(items()).toEqual(["Uniswap v3$600.00", "CoW Swap$300.00", "Lido$100.00"]);
  region.getByText("12 months, 114 entries");
  expect(region.getByRole("link", { name: "Open" }).getAttribute("href")).toBe("/counterparties");
  expect(region.getByRole("slider").getAttribute("aria-valuetext")).toBe("March 2026, $1,000.00");
});

test("the card of Costs says what is empty, and what failed", async () => {
  showWith(none, card);
  await screen.findByText("No trades with a known service yet.");
  cleanup();
  showWith("The storage is busy.", card);
  await screen.findByText("Couldn't load your counterparties");
  screen.getByRole("button", { name: "Try again" });
});
