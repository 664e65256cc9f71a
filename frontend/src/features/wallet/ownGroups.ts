import type { UserWallet } from "./types";

/** A group of the person with its wallets. It exists while a wallet is in it. */
export interface OwnGroup {
  name: string;
  wallets: readonly UserWallet[];
}

/** The groups of these wallets by name. */
export function ownGroups(wallets: readonly UserWallet[]): OwnGroup[] {
  const names = [...new Set(wallets.flatMap(({ group }) => (group ? [group] : [])))];
  return names
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }))
    .map((name) => ({ name, wallets: wallets.filter(({ group }) => group === name) }));
}

/** The most characters of the name of a group. */
export const LONGEST_GROUP = 40;

/** Why a name cannot be that of a new group; empty if it can. */
export function groupNameProblem(name: string, taken: readonly string[]): string {
  const wanted = name.trim();
  if (wanted === "") return "Enter a name, such as Treasury.";
  if ([...wanted].length > LONGEST_GROUP) return `Use at most ${LONGEST_GROUP} characters.`;
  const isTaken = taken.some((one) => one.toLowerCase() === wanted.toLowerCase());
  return isTaken ? "You already have a group with this name." : "";
}
