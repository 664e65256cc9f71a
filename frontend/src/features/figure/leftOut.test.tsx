import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { hideAmounts } from "../../format/amounts";
import { LeftOut } from "./LeftOut";
import { groupsOf, type LeftOutEntry } from "./leftOut";

afterEach(() => {
  cleanup();
  hideAmounts(false);
});

const entry = (label: string, code: LeftOutEntry["reason"]["code"], text: string): LeftOutEntry => ({
  label,
  place: "lighthouse.eth on Ethereum",
  amount: "1204.5512",
  unit: "TIDE",
  reason: { code, text },
});
const spam = entry("Token 0x3f5c…9e21", "spam", "Its name advertises a website or a reward, as spam tokens do.");
const unlisted = entry("Tide", "not_listed", "No source lists a price.");

test("entries are grouped by reason, and spam comes last", () => {
  const groups = groupsOf([spam, unlisted, { ...unlisted, label: "Wave" }]);
  expect(groups.map(({ title, entries }) => `${title} ${entries.length}`)).toEqual(["No price 2", "Spam 1"]);
});

test("only what has no price is titled so", () => {
  const titleOf = (code: LeftOutEntry["reason"]["code"]) =>
    groupsOf([entry("nonsense", code, "It is not an address.")])[0]?.title;
  expect(titleOf("unread_wallet")).toBe("Wallet not read");
  expect(titleOf("unlisted_tokens")).toBe("Not detected");
  expect(titleOf("sources_disagree")).toBe("Price unconfirmed");
  expect(titleOf("overflow")).toBe("Not counted");
});

test("the reason is text for everybody, not a title to point at", () => {
  render(<LeftOut left={[unlisted, spam]} />);
  expect(screen.getByText("No source lists a price.")).toBeTruthy();
  expect(screen.getAllByText("lighthouse.eth on Ethereum")).toHaveLength(2);
  expect(screen.getByText("1,204.55 TIDE")).toBeTruthy();
  // Spam is named by its contract address only, and cannot be selected.
  expect(screen.getByText("Token 0x3f5c…9e21").closest("[data-spam]")).toBeTruthy();
});

test("an entry has the action that is passed in, and none in a view-only page", () => {
  const assumed = entry("Foghorn Pass", "decimals_assumed", "Only a list states its decimals.");
  const action = ({ label, reason }: LeftOutEntry) =>
    reason.code === "decimals_assumed" ? <button type="button">Accept for {label}</button> : null;
  const { rerender } = render(<LeftOut left={[unlisted, assumed]} action={action} />);
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Accept for Foghorn Pass"]);
  rerender(<LeftOut left={[unlisted, assumed]} />);
  expect(screen.queryByRole("button")).toBeNull();
});

test("the amounts of what is left out are hidden with the others", () => {
  hideAmounts(true);
  render(<LeftOut left={[unlisted]} />);
  expect(screen.getByText("•••• TIDE")).toBeTruthy();
});
