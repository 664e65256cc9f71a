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
export const fullName = ({
  account_name,
  exchange_name,
}: Pick<ExchangeAccount, "account_name" | "exchange_name">): string =>
  account_name.toLowerCase().startsWith(exchange_name.toLowerCase())
    ? account_name
    : `${account_name} at ${exchange_name}`;

/** What gives an account another key, or its first one. */
export function replaceWords({ key, state }: Pick<ExchangeAccount, "key" | "state">): string {
  if (state === "from_files") return "Add a key";
  return key?.is_granted ? "Reconnect" : "Replace key";
}

/** How an account is read: the end of its key, or that its owner granted access. */
export function keyWords({ key, state }: Pick<ExchangeAccount, "key" | "state">, name: string, before: string): string {
  if (state === "from_files") return "From files, without a key";
  if (key === null) return "No key";
  if (key.is_granted) return "Access granted";
  return key.key_end ? `${name}${before}${key.key_end}` : name;
}

/** What a person knows once an account is disconnected. The server ends a granted access too, but cannot where the exchange does not answer. */
export function disconnectedWords(
  { account_name, exchange, exchange_name, key }: ExchangeAccount,
  profiles: readonly ExchangeProfile[],
): string {
  const words = `${account_name} disconnected`;
  const menu = key?.is_granted ? profiles.find((one) => one.exchange === exchange)?.oauth?.menu : undefined;
  if (!menu) return words;
  return `${words}. Its access ends at ${exchange_name} too. If it is still listed there, end it at: ${menu}`;
}

/** What the key of an account can do, in a word. Nothing is claimed that its exchange does not state. */
export function accessWords({ key }: Pick<ExchangeAccount, "key">): string {
  if (key === null) return "";
  return key.is_stated ? "read-only" : "rights not verifiable";
}

/** An account that a file is imported into. */
export type FileTarget = Named &
  Pick<ExchangeAccount, "exchange_name"> & {
    /** Whether the account is opened with the file. */
    isNew?: boolean;
  };

/** The accounts at exchanges whose files are read. */
export const importableOf = (
  accounts: readonly ExchangeAccount[],
  profiles: readonly ExchangeProfile[],
): ExchangeAccount[] =>
  accounts.filter((account) =>
    profiles.some(({ exchange, files }) => exchange === account.exchange && files.length > 0),
  );

/** The state of an exchange among those to choose from. */
export type CardState = "none" | ExchangeAccount["state"];

/** The states of accounts, the one that concerns the person most first. */
const ORDER = ["needs_attention", "failing", "reading", "connected", "from_files"] as const;

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
