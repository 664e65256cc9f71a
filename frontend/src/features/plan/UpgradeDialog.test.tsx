// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Limit } from "./queries";
import { UpgradeDialog } from "./UpgradeDialog";

afterEach(cleanup);

function said(limit: Limit): string {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  render(
    <QueryClientProvider client={client}>
      <UpgradeDialog limit={limit} plan={undefined} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  return screen.getByRole("dialog", { name: "Do more with Spyhop" }).textContent ?? "";
}

const ROOM = "Delete a wallet to make room.";
const OWN = "Plans cannot be bought here yet. On your own server, SPYHOP_PLANS=off lifts every limit.";

test("where wallets are the limit, deleting one makes room", () => {
  const text = said({ message: "Your plan allows 5 wallet addresses", limit: 5, used: 5, trigger: "1" });
  expect(text).toContain("Your plan allows 5 wallet addresses. 5 of 5 are in use.");
  expect(text).toContain(
    `Plans cannot be bought here yet. ${ROOM} On your own server, SPYHOP_PLANS=off lifts every limit.`,
  );
});

test("where uploads are, deleting a wallet would free nothing, and nobody is told to", () => {
  const text = said({ message: "Your plan allows 5 uploads", limit: 5, used: 5, trigger: "8" });
  expect(text).toContain("Your plan allows 5 uploads. 5 of 5 are in use.");
  expect(text).not.toContain("Delete a wallet");
  expect(text).toContain(OWN);
});

test("a limit of one upload counts nothing that is in use", () => {
  const text = said({ message: "Your plan allows 5 addresses in one upload", limit: 5, used: 0, trigger: "8" });
  expect(text).toContain("Your plan allows 5 addresses in one upload");
  expect(text).not.toContain("in use");
  expect(text).toContain(OWN);
});

test("what was refused is not in use", () => {
  const text = said({ message: "Your plan allows 5 wallet addresses", limit: 5, used: 6, trigger: "1" });
  expect(text).toContain("Your plan allows 5 wallet addresses. This would make it 6.");
  expect(text).not.toContain("in use");
});
