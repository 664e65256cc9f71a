import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Limit } from "./types";
import { UpgradeDialog } from "./UpgradeDialog";

afterEach(cleanup);

function textOf(limit: Limit): string {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  render(
    <QueryClientProvider client={client}>
      <UpgradeDialog limit={limit} plan={undefined} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  return screen.getByRole("dialog", { name: "Do more with Spyhop" }).textContent ?? "";
}

const ROOM = "Remove a wallet to make room, or set SPYHOP_PLANS=off on your own server to remove limits.";
const OWN = "Set SPYHOP_PLANS=off on your own server to remove limits.";

test("where wallets are the limit, deleting one makes room", () => {
  const text = textOf({ message: "Your plan includes 5 wallets", limit: 5, used: 5, trigger: "1" });
  expect(text).toContain("Your plan includes 5 wallets. 5 of 5 are in use.");
  expect(text).toContain(`Upgrades aren't available yet. ${ROOM}`);
});

test("where uploads are, deleting a wallet would free nothing, and none is suggested", () => {
  const text = textOf({ message: "Your plan includes 5 uploads", limit: 5, used: 5, trigger: "8" });
  expect(text).toContain("Your plan includes 5 uploads. 5 of 5 are in use.");
  expect(text).not.toContain("Remove a wallet");
  expect(text).toContain(`Upgrades aren't available yet. ${OWN}`);
});

test("a limit of one upload counts nothing that is in use", () => {
  const text = textOf({ message: "Your plan includes 5 addresses per upload", limit: 5, used: 0, trigger: "8" });
  expect(text).toContain("Your plan includes 5 addresses per upload");
  expect(text).not.toContain("in use");
  expect(text).toContain(`Upgrades aren't available yet. ${OWN}`);
});

test("a refused wallet does not count as used", () => {
  const text = textOf({ message: "Your plan includes 5 wallets", limit: 5, used: 6, trigger: "1" });
  expect(text).toContain("Your plan includes 5 wallets. Adding this would make 6.");
  expect(text).not.toContain("in use");
});
