import { expect, test } from "vitest";
import { seenBy } from "./seenBy";
import type { Disclosure } from "./types";

const sent = (provider: string) => ({ provider }) as Disclosure;

test("a provider counts once, and a log that was read in part says so", () => {
  const rows = [sent("Etherscan"), sent("Alchemy"), sent("Etherscan")];
  expect(seenBy(rows, 3)).toEqual({ providers: 2, isPartial: false });
  expect(seenBy(rows, 500)).toEqual({ providers: 2, isPartial: true });
  expect(seenBy([], 0)).toEqual({ providers: 0, isPartial: false });
});
