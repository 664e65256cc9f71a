import { expect, test } from "vitest";
import { byProvider, sentenceCase } from "./groups";
import type { Disclosure, SourceProfile } from "./types";

const row = (provider: string, host: string) => ({ provider, host }) as Disclosure;
const profile = (id: string, name: string) => ({ id, name }) as SourceProfile;

test("entries are grouped under the name of their provider, each with its host", () => {
  const rows = [row("solana", "a.example"), row("Kraken", "api.kraken.com"), row("solana", "b.example")];
  const groups = byProvider(rows, [profile("kraken", "Kraken")]);
  expect(groups.map(({ name, rows: own }) => `${name}: ${own.map(({ host }) => host).join(", ")}`)).toEqual([
    "Solana: a.example, b.example",
    "Kraken: api.kraken.com",
  ]);
});

test("a provider is called as it calls itself, and a host keeps its letters", () => {
  expect(byProvider([row("llama", "x")], [profile("llama", "DefiLlama")])[0]?.name).toBe("DefiLlama");
  expect([sentenceCase("bitcoin"), sentenceCase("mempool.space")]).toEqual(["Bitcoin", "mempool.space"]);
});
