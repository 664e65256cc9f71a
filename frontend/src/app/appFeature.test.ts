import { expect, test } from "vitest";
import { featureOf } from "./appFeature";

test.each([
  ["whale-watch", "/home"],
  ["insights", "/intelligence?add-address=true"],
])("the feature %s, which is not built yet, opens %s and says so", (name, path) =>
  expect(featureOf(name)).toEqual({ path, notice: expect.stringMatching(/^[A-Z].+ (isn't|aren't) available yet\.$/) }),
);

test("the average cost basis opens Costs with the dialog that adds a wallet", () =>
  expect(featureOf("average-cost-basis")).toEqual({ path: "/intelligence/costs?add-address=true", notice: null }));

test("net flows open their card on Intelligence with the dialog that adds a wallet", () =>
  expect(featureOf("netflow")).toEqual({ path: "/intelligence?add-address=true#netflow", notice: null }));

test("the chart of the asset value opens Asset value with the dialog that adds a wallet", () =>
  expect(featureOf("asset-value-chart")).toEqual({ path: "/intelligence/asset-value?add-address=true", notice: null }));

test.each(["toString", "//evil.example", "", null])("the unknown feature %s opens Home", (name) =>
  expect(featureOf(name)).toEqual({ path: "/home", notice: null }),
);
