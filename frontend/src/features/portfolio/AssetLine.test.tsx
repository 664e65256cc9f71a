// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { AssetLine } from "./AssetLine";
import { viewRows } from "./assetView";
import { part, portfolio, row } from "./portfolio.test-data";

afterEach(cleanup);

const nothing = () => undefined;

function show(state: "priced" | "partly_priced") {
  const reasons = state === "priced" ? [] : [{ code: "not_listed" as const, text: "No source lists WETH." }];
  const [shown] = viewRows(portfolio([row("eth", "5", { state, reasons, parts: [part({ value: "5" })] })]));
  if (!shown) throw new Error("no row");
  render(
    <table>
      <tbody>
        <AssetLine
          row={shown}
          currency="USD"
          colour="var(--c1)"
          chainColours={new Map()}
          sorted="value"
          largestShare={null}
          open={false}
          onOpen={nothing}
          steps={{ onSetPrice: nothing, onClearPrice: nothing, onHide: nothing }}
        />
      </tbody>
    </table>,
  );
}

test("a value that leaves a part out says so, and why", () => {
  show("partly_priced");
  expect(screen.getByText("partly counted").title).toBe("No source lists WETH.");
});

test("a value that counts everything says nothing", () => {
  show("priced");
  expect(screen.queryByText("partly counted")).toBeNull();
});
