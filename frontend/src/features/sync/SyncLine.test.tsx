// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import type { SyncStatus } from "./queries";
import { SyncLine } from "./SyncLine";

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
  world: { kind: "live", chosen: "asked", reason: null, live_answers_again: false },
};

test.each([
  [{ done: 3_170, running: 3, waiting: 70 }, "Reading, 3,170 of 3,243 doneTotals grow meanwhile"],
  [{ done: 2_000, failed: 1_243 }, "2,000 of 3,243 sources fresh1,243 failed"],
  [{ done: 3_243 }, "3,243 of 3,243 sources freshEverything was read"],
])("%o is told with separators", (over, words) => {
  render(<SyncLine status={{ ...status, ...over }} />, { wrapper: MemoryRouter });
  expect(screen.getByRole("link").textContent).toBe(words);
});
