import { expect, test } from "vitest";
import { kindName, kindsOf } from "./kinds";
import {
  barHeights,
  beyond,
  feeRate,
  feeState,
  knownRate,
  linesOf,
  pairWords,
  summed,
  volumeBands,
  volumeIn,
} from "./volumes";
import { ROUTER, service, three, totals, volumesOf } from "./volumes.test-data";

const services = three.counter_party_volume_traded;

test("the ranking has the services of a kind, each with the id under which its volume is explained", () => {
  const lines = linesOf(three, { kind: "dex", by: "protocol" });
  expect(lines.map(({ id, detail, figure }) => [id, detail, figure])).toEqual([
    ["Uniswap v3", "DEX", "uniswap-figure"],
    ["CoW Swap", "DEX", undefined],
  ]);
});

test("contracts are ranked over all services, each with its service and network", () => {
  const lines = linesOf(three, { kind: null, by: "contract" });
  expect(
    lines.map(({ service: { name }, detail, totals: { total_volume } }) => [name, detail, total_volume.value]),
  ).toEqual([
    ["Uniswap v3", "0x68b3…Fc45 · Ethereum", "390"],
    ["CoW Swap", "0x68b3…Fc45 · Ethereum", "300"],
    ["Uniswap v3", "0x2626…e481 · Base", "210"],
    ["Lido", "0x68b3…Fc45 · Ethereum", "100"],
  ]);
  expect(lines[0]?.address).toBe(ROUTER);
});

test("sums are exact, and what is beyond the listed parts is their difference", () => {
  const parts = [totals("0.1", "0.01", 2, 1), totals("0.2", "0.02", 3)];
  expect(summed(parts)).toEqual(totals("0.3", "0.03", 5, 1));
  expect(beyond(totals("1.3", "0.05", 8, 3), parts)).toEqual({
    total_volume: { value: "1.0", left_out: 2 },
    total_fees: { value: "0.02", left_out: 0 },
    total_count: 3,
  });
  expect(beyond(summed(parts), parts)).toBeNull();
});

test("a fee of zero is in the price of a trade, and none elsewhere; one without a price is not known", () => {
  const unpriced = { ...totals("5"), total_fees: { value: "0", left_out: 2 } };
  expect([
    feeState("dex", totals("5", "1")),
    feeState("dex", totals("5")),
    feeState("staking", totals("5")),
    feeState("dex", unpriced),
  ]).toEqual(["known", "in_price", "none", "unknown"]);
  expect([feeRate(totals("200", "1")), feeRate(unpriced), feeRate(totals("0", "1"))]).toEqual(["0.50%", null, null]);
  expect(knownRate(services)).toEqual({ rate: "0.57%", unknown: 1 });
});

test("pairs are written with what was given and got", () =>
  expect([
    pairWords({ given: "USDC", got: "ETH" }),
    pairWords({ given: "", got: "ETH" }),
    pairWords({ given: "ETH", got: "" }),
    pairWords({ given: "", got: "" }),
  ]).toEqual(["USDC → ETH", "ETH received", "ETH sent", "Unnamed tokens"]));

test("four services have a color of their own, and the others are added exactly", () => {
  const many = ["A", "B", "C", "D", "E", "F"].map((name, i) => service(name, "dex", totals(`${60 - i}.1`, "0", 2)));
  const bands = volumeBands(volumesOf(many, totals("345.6", "0", 12)));
  expect(bands.map(({ name, colour, total }) => [name, colour, total.total_volume.value])).toEqual([
    ["A", "var(--c1)", "60.1"],
    ["B", "var(--c2)", "59.1"],
    ["C", "var(--c3)", "58.1"],
    ["D", "var(--c4)", "57.1"],
    ["2 others", "var(--c8)", "111.2"],
  ]);
  expect(volumeIn(bands[4]?.periods ?? [], "2026-03-01")).toEqual({ value: "111.2", left_out: 0 });
  expect(volumeBands(volumesOf(many.slice(0, 5), totals("1"))).at(-1)?.name).toBe("E");
});

test("small bars are scaled to the highest one, and many periods share one", () => {
  const periods = [
    { first_day: "2026-01-01", ...totals("10") },
    { first_day: "2026-02-01", ...totals("30") },
    { first_day: "2026-04-01", ...totals("80") },
  ];
  const days = ["2026-01-01", "2026-02-01", "2026-03-01", "2026-04-01"];
  expect(barHeights(days, periods, 12)).toEqual([0.125, 0.375, 0, 1]);
  expect(barHeights(days, periods, 2)).toEqual([0.5, 1]);
  expect(barHeights(days, [], 12)).toEqual([0, 0, 0, 0]);
});

test("only kinds that services have are filters, besides the chosen one", () => {
  const kinds = kindsOf([...services, { kind: "vault" }], "bridge");
  expect(kinds.map(({ label, rows }) => `${label} ${rows}`)).toEqual(["DEXs 2", "Bridges 0", "Staking 1", "Other 1"]);
  expect([kindName("cex"), kindName("vault"), kindName("something-new")]).toEqual(["Exchange", "Vault", "Service"]);
});
