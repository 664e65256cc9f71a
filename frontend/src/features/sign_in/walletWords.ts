import type { WalletProblem } from "../../connect/problem";

/** What a signature is for. */
export type WalletPurpose = "sign_in" | "link" | "confirm";

/** What a wallet did not do, and what to do next. */
export const problemWords = (name: string): Readonly<Record<WalletProblem, string>> => ({
  rejected: `You declined in ${name}. Nothing was signed.`,
  pending: `${name} still shows an earlier request. Open it, answer the request, then try again.`,
  locked: `${name} is locked. Unlock it, then try again.`,
  account: `The account in ${name} was switched. Start again to use the new one.`,
  network: `The network in ${name} was switched. Start again.`,
  closed: `${name} was disconnected. Start again.`,
  expired: "The message has expired. Start again to get a new one.",
  failed: `${name} didn't answer as expected. Try again, or use another wallet.`,
});

/** What a signature does, below the request to sign. */
export const purposeWords: Readonly<Record<WalletPurpose, (address: string) => string>> = {
  sign_in: (address) => `It proves that ${address} is yours. It moves nothing and costs nothing.`,
  link: (address) => `It lets you sign in with ${address}. It moves nothing and costs nothing.`,
  confirm: (address) => `It confirms with ${address} that it's you. It moves nothing and costs nothing.`,
};

/** What it means that a wallet belongs to another account, or to none. */
export const refusedWords: Readonly<Record<Exclude<WalletPurpose, "sign_in">, string>> = {
  link: "Another account signs in with this wallet. Use another wallet.",
  confirm: "You don't sign in to this account with this wallet. Use another wallet.",
};
