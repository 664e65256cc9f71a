import { expect, test } from "vitest";
import { byNet, flowBands, flowTotals } from "./flowBands";
import { assetFlows, flowsOf, total } from "./flows.test-data";

const assets = [
  assetFlows("BTC", ["60", "10", "50"]),
  assetFlows("USDC", ["20", "30", "-10"]),
  assetFlows("ETH", ["25", "5", "20"]),
  assetFlows("SOL", ["9", "1", "8"], { transferred: total("0.5") }),
  assetFlows("ARB", ["0.1", "0.2", "-0.1"]),
  assetFlows("OP", ["0.2", "0", "0.2"], { inflows: total("0.2", 2) }),
  assetFlows("MOVED", ["0", "0", "0"], { transferred: total("40") }),
];
const figures = { "/profit_loss/assets/0/inflows/value": "i", "/profit_loss/net/value": "n" };
const answer = flowsOf(assets, { figures, totals: { transferred: total("40.5", 1) } });

test("four assets have a color, the larger of in and out first, and the others are added exactly", () => {
  const bands = flowBands(answer, "net");
  expect(bands.map(({ symbol, colour }) => [symbol, colour])).toEqual([
    ["BTC", "var(--c1)"],
    ["USDC", "var(--c2)"],
    ["ETH", "var(--c3)"],
    ["SOL", "var(--c4)"],
    ["Other", "var(--c8)"],
  ]);
  expect(bands.at(-1)).toMatchObject({
    assets: 2,
    inflows: { value: "0.3", left_out: 2 },
    outflows: { value: "0.2", left_out: 0 },
    net: { value: "0.1" },
  });
});

test("in gross, what moved between own accounts is on both sides, and the net stays", () => {
  const bands = flowBands(answer, "gross");
  expect(bands.map(({ symbol }) => symbol)).toEqual(["BTC", "MOVED", "USDC", "ETH", "Other"]);
  expect(bands[1]).toMatchObject({ inflows: { value: "40" }, outflows: { value: "40" }, net: { value: "0" } });
  expect(flowTotals(answer, "gross")).toEqual({
    inflows: { value: "190.5", left_out: 1 },
    outflows: { value: "80.5", left_out: 1 },
    net: { value: "110", left_out: 0, figure: "n" },
  });
});

test("only figures of the server have an explanation", () => {
  expect(flowBands(answer, "net")[0]?.inflows.figure).toBe("i");
  expect(flowBands(answer, "gross")[0]?.inflows.figure).toBeUndefined();
  expect(flowBands(answer, "net").at(-1)?.inflows.figure).toBeUndefined();
});

test("the table has the highest net first, and everything else last", () =>
  expect(byNet(flowBands(answer, "net")).map(({ symbol }) => symbol)).toEqual(["BTC", "ETH", "SOL", "USDC", "Other"]));
