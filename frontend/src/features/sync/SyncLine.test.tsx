import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { SyncLine } from "./SyncLine";
import type { SyncStatus } from "./types";

afterEach(cleanup);

const status: SyncStatus = {
  since: null,
  sources: [],
  gone: [],
  next: [],
  left_out: 0,
  done: 0,
  total: 3_243,
  running: 0,
  waiting: 0,
  failed: 0,
  last_event_id: "1",
  world: { kind: "live", chosen: "configured", reason: null, live_answers_again: false },
};

const text = () => screen.queryByRole("link")?.textContent;

test.each([
  [{ done: 3_170, running: 3, waiting: 70 }, null, "Updating, 3,170 of 3,243 reads doneTotals may still grow"],
  [{ done: 2_000, failed: 1_243 }, null, "2,000 of 3,243 reads done1,243 reads failed"],
  [{ done: 2_000, failed: 1_243 }, "1 wallet not loaded", "2,000 of 3,243 reads done1 wallet not loadedFix now"],
  [{ done: 3_243 }, null, "3,243 of 3,243 reads doneNothing is missing"],
  [{ done: 3_243 }, "1 wallet not loaded", "3,243 of 3,243 reads done1 wallet not loadedFix now"],
  [{ done: 3_243 }, undefined, "3,243 of 3,243 reads doneChecking for missing data…"],
  [{ total: 0 }, "2 wallets not loaded", "Nothing to update2 wallets not loadedFix now"],
  [{ total: 0 }, null, undefined],
])("%o with %o missing", (over, missing, words) => {
  render(<SyncLine status={{ ...status, ...over }} missing={missing} />, { wrapper: MemoryRouter });
  expect(text()).toBe(words);
});

test("nothing is called complete while something is missing, or while that is not known", () => {
  for (const missing of ["1 wallet not loaded", undefined]) {
    render(<SyncLine status={{ ...status, done: 3_243 }} missing={missing} />, { wrapper: MemoryRouter });
    expect(text()).not.toMatch(/everything|nothing is missing/i);
    expect(screen.getByRole("link").getAttribute("data-state")).not.toBe("ok");
    cleanup();
  }
});
