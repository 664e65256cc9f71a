import { expect, test } from "vitest";
import { featurePath } from "./appFeature";

test.each([
  ["whale-watch", "/whale-watch?create-pod=true"],
  ["average-cost-basis", "/intelligence/costs?add-address=true"],
  ["netflow", "/intelligence?add-address=true#netflow"],
  ["insights", "/intelligence/insights?add-address=true"],
  ["asset-value-chart", "/intelligence/asset-value?add-address=true"],
  ["toString", "/home"],
  ["//evil.example", "/home"],
  ["", "/home"],
  [null, "/home"],
])("the feature %s opens %s", (name, path) => expect(featurePath(name)).toBe(path));
