// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { viewRows } from "./assetView";
import { ChosenAsset } from "./ChosenAsset";
import { HoverPanel } from "./HoverPanel";
import { portfolio, row } from "./portfolio.test-data";
import type { AssetRow } from "./queries";
import { segments } from "./shares";

afterEach(cleanup);

const receipt = {
  kind: 20,
  name: "Staked",
  of: "eip155:1/slip44:60",
  text: "A receipt for ether that is staked with Lido.",
};

/** The part of the ring, chosen and pointed at. */
function show(over: Partial<AssetRow>, rest = false) {
  const others = rest ? { after: 0, count: 1, value: "5", share: "100", valueFigure: undefined } : null;
  const [segment] = segments(viewRows(portfolio([row("steth", "5", over)])), others, new Map());
  if (!segment) throw new Error("no segment");
  render(
    <>
      <ChosenAsset segment={segment} currency="USD" />
      <HoverPanel segment={segment} networks={[]} currency="USD" />
    </>,
  );
  return screen.queryAllByText("Staked").map((tag) => tag.title);
}

test("a staked asset is tagged where it is chosen and where it is pointed at", () => {
  expect(show({ receipt })).toEqual([receipt.text, receipt.text]);
});

test("an asset that nothing is known of is not", () => {
  expect(show({})).toEqual([]);
});

test("what stands for several assets is not", () => {
  expect(show({ receipt }, true)).toEqual([]);
});
