import type { ExchangeAccount, ExchangeProfile } from "./types";

type Named = Pick<ExchangeAccount, "exchange" | "account_name">;

/** The longest name of an account. */
export const LONGEST_NAME = 60;

/** The name that the form begins with: that of the exchange, with a number if an account has it already. */
export function proposedName(exchange: string, taken: readonly string[]): string {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? exchange : `${exchange} ${n}`;
    if (!taken.includes(name)) return name;
  }
}

/** The names of the accounts at an exchange. */
export const namesAt = (accounts: readonly Named[], exchange: string): string[] =>
  accounts.filter((one) => one.exchange === exchange).map(({ account_name }) => account_name);

/** The path of the page of an account. */
export const accountPath = ({ exchange, account_name }: Named): string =>
  `/exchanges/${encodeURIComponent(exchange)}/${encodeURIComponent(account_name)}`;

/** The account that a path names. */
export const accountAt = (
  accounts: readonly ExchangeAccount[],
  exchange: string,
  name: string,
): ExchangeAccount | undefined => accounts.find((one) => one.exchange === exchange && one.account_name === name);

/** What a person calls an account where its exchange is not named: `Kraken`, `Main at Kraken`. */
export const fullName = ({ account_name, exchange_name }: ExchangeAccount): string =>
  account_name.toLowerCase().startsWith(exchange_name.toLowerCase())
    ? account_name
    : `${account_name} at ${exchange_name}`;

/** What the key of an account can do, in a word. Nothing is claimed that its exchange does not state. */
export function accessWords({ key }: Pick<ExchangeAccount, "key">): string {
  if (key === null) return "";
  return key.is_stated ? "read-only" : "rights not verifiable";
}

/** The accounts at exchanges whose files are read. */
export const importableOf = (
  accounts: readonly ExchangeAccount[],
  profiles: readonly ExchangeProfile[],
): ExchangeAccount[] =>
  accounts.filter((account) =>
    profiles.some(({ exchange, files }) => exchange === account.exchange && files.length > 0),
  );

/** The state of an exchange among those to choose from. */
export type CardState = "none" | "reading" | "connected" | "failing" | "needs_attention";

/** The states of accounts, the one that concerns the person most first. */
const ORDER = ["needs_attention", "failing", "reading", "connected"] as const;

export const cardState = (accounts: readonly ExchangeAccount[]): CardState =>
  ORDER.find((state) => accounts.some((one) => one.state === state)) ?? "none";

/** An exchange with the accounts of the person there. */
export interface Choice {
  profile: ExchangeProfile;
  accounts: readonly ExchangeAccount[];
  state: CardState;
}

export const choicesOf = (
  profiles: readonly ExchangeProfile[],
  accounts: readonly ExchangeAccount[],
): readonly Choice[] =>
  profiles.map((profile) => {
    const own = accounts.filter(({ exchange }) => exchange === profile.exchange);
    return { profile, accounts: own, state: cardState(own) };
  });
