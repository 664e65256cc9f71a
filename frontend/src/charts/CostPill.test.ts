import { expect, test } from "vitest";
import { pillTop } from "./CostPill";
import { chartColumn } from "./columns";
import { plotScale } from "./scale";

const column = (...amounts: (string | null)[]) => chartColumn(amounts, 0, amounts.length);
const scale = plotScale([0, 4], 500, 200, 100);

test("the pill is below the lowest part of the line that is above it", () =>
  expect(pillTop(column("10", "10", "50", "60", "60"), scale)).toBe(108));

test("it is above the line where there is no room below", () =>
  expect(pillTop(column("5", "5", "5", "5", "5"), scale)).toBe(190 - 8 - 20));

test("without a cost at the end there is none", () =>
  expect(pillTop(column("5", null), plotScale([0, 1], 500, 200, 100))).toBeNull());
