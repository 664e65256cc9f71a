import { expect, test } from "vitest";
import { groupNameProblem, ownGroups } from "./ownGroups";
import { walletCard } from "./wallet.test-data";

test("groups are those of the wallets, by name", () => {
  const wallets = ["Bots 10", null, "Bots 9", "Bots 10"].map((group, i) => walletCard({ id: String(i), group }));
  expect(ownGroups(wallets).map(({ name, wallets: of }) => [name, of.map(({ id }) => id).join("")])).toEqual([
    ["Bots 9", "2"],
    ["Bots 10", "03"],
  ]);
});

test("a name has 1 to 40 characters and is not taken", () => {
  const problem = (name: string) => groupNameProblem(name, ["Treasury"]);
  expect([problem("Trading"), problem("é".repeat(40)), problem(" 🐋 ")]).toEqual(["", "", ""]);
  expect(problem("  ")).toBe("Enter a name, such as Treasury.");
  expect(problem("🐋".repeat(41))).toBe("Use at most 40 characters.");
  expect(problem(" treasury ")).toBe("You already have a group with this name.");
});
