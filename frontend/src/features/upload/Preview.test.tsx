import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Preview } from "./Preview";
import type { Sheet, SheetRow } from "./sheet";

afterEach(cleanup);

const row = (line: number): SheetRow => ({
  line,
  text: `0x${line}`,
  isName: false,
  address: `0x${line}`,
  nickname: null,
  kind: null,
  found: "Ethereum",
  status: "add",
  reason: "",
  isExcluded: false,
  waits: false,
});

/** Returns the notice above three rows if the plan has room for `left` of them. */
function notice(left: number, text: string): string {
  const room = { left, text, limit: 5, used: 5 - left, upgrade_trigger: 8 };
  const sheet: Sheet = { rows: [row(1), row(2), row(3)], room, own: new Set() };
  const nothing = () => undefined;
  render(
    <Preview
      name="wallets.csv"
      sheet={sheet}
      isEncodingGuessed={false}
      waiting={0}
      lookUpProblem=""
      onAgain={nothing}
      onChange={nothing}
      onLimit={nothing}
    />,
  );
  return screen.getByText(new RegExp(`^${text}`)).textContent ?? "";
}

test("where some rows have room, others can be taken out for them", () => {
  expect(notice(2, "Your plan includes 2 addresses per upload")).toBe(
    "Your plan includes 2 addresses per upload: 1 row will be left out. Uncheck others to choose which.",
  );
});

test("where none has, there is nothing to choose", () => {
  expect(notice(0, "Your plan includes 5 uploads")).toBe("Your plan includes 5 uploads: 3 rows will be left out.");
  expect(screen.getByRole("button", { name: "See plans" })).toBeTruthy();
});
