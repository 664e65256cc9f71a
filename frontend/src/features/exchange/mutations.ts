import {
  addUpdateUserAccount,
  deleteUserAccount,
  ProblemError,
  restoreUserAccount,
  updateUserAccountName,
} from "@spyhop/sdk";
import { useQueryClient } from "@tanstack/react-query";
import { invalidate, portfolioKey, syncKey, userKey } from "../../queries/keys";
import { accountsOptions } from "./queries";
import type { ExchangeAccount, KeyEntry, Refusal } from "./types";

const FAILED = "Something Went Wrong";

/** The fields that a problem names, with what is wrong with them. */
function fieldsOf(problem: unknown): Record<string, string> {
  const data = problem instanceof ProblemError && problem.code === "invalid_input" ? problem.data : null;
  const fields: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "fields") : null;
  const texts = typeof fields === "object" && fields !== null ? Object.entries(fields) : [];
  return Object.fromEntries(texts.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

/** Converts the problem of a call to what a form with these fields shows. */
export function refusalOf(problem: unknown, names: readonly string[]): Refusal {
  const all = fieldsOf(problem);
  const own = Object.entries(all).filter(([name]) => names.includes(name));
  const [other] = Object.entries(all).filter(([name]) => !names.includes(name));
  const message = problem instanceof Error ? problem.message : FAILED;
  return {
    fields: Object.fromEntries(own),
    text: own.length > 0 ? "" : (other?.[1] ?? message),
    needsAccount: problem instanceof ProblemError && problem.code === "registration_required",
  };
}

const named = ({ exchange, account_name }: ExchangeAccount) => ({ exchange, account_name });

type Accounts = readonly ExchangeAccount[];

/** The accounts with one that is new or changed. */
const withAccount = (accounts: Accounts, account: ExchangeAccount): ExchangeAccount[] => {
  const isSame = ({ wallet_address }: ExchangeAccount) => wallet_address === account.wallet_address;
  return accounts.some(isSame) ? accounts.map((one) => (isSame(one) ? account : one)) : [...accounts, account];
};

const without = (accounts: Accounts, { wallet_address: gone }: ExchangeAccount): ExchangeAccount[] =>
  accounts.filter(({ wallet_address }) => wallet_address !== gone);

/**
 * The calls about accounts at exchanges. They are no mutations of the query cache, because that keeps what was sent, and what connects
 * an account is secret. The list changes with the answer; the figures follow.
 */
export function useAccountCalls() {
  const client = useQueryClient();
  const afterwards = async <T>(call: Promise<T>, change: (accounts: Accounts, answer: T) => ExchangeAccount[]) => {
    try {
      const answer = await call;
      client.setQueryData(accountsOptions.queryKey, (data) =>
        data ? { user_accounts: change(data.user_accounts, answer) } : data,
      );
      void invalidate(client, userKey, portfolioKey, syncKey);
      return answer;
    } catch (problem) {
      // The list in this tab may be out of date, or the server away.
      void invalidate(client, accountsOptions.queryKey, syncKey);
      throw problem;
    }
  };
  return {
    /** Connects an account, or returns what the person is to know about the key first. */
    connect: (entry: KeyEntry) =>
      afterwards(addUpdateUserAccount(entry), (accounts, { user_account }) =>
        user_account ? withAccount(accounts, user_account) : [...accounts],
      ),
    rename: (account: ExchangeAccount, name: string) =>
      afterwards(updateUserAccountName({ ...named(account), new_account_name: name }), withAccount),
    /** Returns for how many seconds `restore` takes it back. */
    disconnect: async (account: ExchangeAccount) => {
      const answer = await afterwards(deleteUserAccount(named(account)), (accounts) => without(accounts, account));
      return answer.undo_seconds;
    },
    restore: (account: ExchangeAccount) => afterwards(restoreUserAccount(named(account)), withAccount),
  };
}
