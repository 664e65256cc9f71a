import { expect, test } from "vitest";
import { featureOf } from "./appFeature";

test("Whale Watch, which is not built yet, opens Home and says so", () =>
  expect(featureOf("whale-watch")).toEqual({ path: "/home", notice: "Whale Watch isn't available yet." }));

test("insights open their page with the dialog that adds a wallet", () =>
  expect(featureOf("insights")).toEqual({ path: "/intelligence/insights?add-address=true", notice: null }));

test("the average cost basis opens Costs with the dialog that adds a wallet", () =>
  expect(featureOf("average-cost-basis")).toEqual({ path: "/intelligence/costs?add-address=true", notice: null }));

test("net flows open their card on Intelligence with the dialog that adds a wallet", () =>
  expect(featureOf("netflow")).toEqual({ path: "/intelligence?add-address=true#netflow", notice: null }));

test("the chart of the asset value opens Asset value with the dialog that adds a wallet", () =>
  expect(featureOf("asset-value-chart")).toEqual({ path: "/intelligence/asset-value?add-address=true", notice: null }));

test.each(["toString", "//evil.example", "", null])("the unknown feature %s opens Home", (name) =>
  expect(featureOf(name)).toEqual({ path: "/home", notice: null }),
);
