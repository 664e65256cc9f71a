import { expect, test } from "vitest";
import type { ChainRow, SourceProfile } from "./types";
import { unavailableFeatures } from "./unavailable";

const profile = (kind: SourceProfile["kind"], hosts: string[]): SourceProfile => ({
  id: kind,
  name: kind,
  kind,
  website: "",
  learns: "",
  capabilities: [],
  rate_limit: "",
  hosts,
  credential_fields: [],
});
const chain = (id: string, supported: boolean): ChainRow => ({
  id,
  code: id,
  name: id,
  symbol: "X",
  color: "#000000",
  mark: null,
  default_asset_code: "X",
  parent: null,
  supported,
});

test("features without an own source are listed", () => {
  const own = [profile("chain", ["127.0.0.1"]), profile("name", [])];
  const listed = unavailableFeatures(own, [chain("a", true), chain("b", false), chain("c", false)]);
  expect(listed.map(({ what }) => what)).toEqual([
    "2 networks",
    "Prices",
    "Names",
    "Token lists",
    "Explorers",
    "Currency rates",
  ]);
  expect(listed[0]?.text).toMatch(/^of 3 are not read/);
});

test("where everything is one's own nothing stops", () => {
  const kinds = ["chain", "name", "price", "token_list", "explorer", "currency"] as const;
  expect(
    unavailableFeatures(
      kinds.map((kind) => profile(kind, ["127.0.0.1"])),
      [chain("a", true)],
    ),
  ).toEqual([]);
});
