import { deleteExchangeFile, deleteUserAccount, importExchangeUpload, previewExchangeUpload } from "@spyhop/sdk";
import { useQueryClient } from "@tanstack/react-query";
import { historyKey, invalidate, portfolioKey, syncKey, userKey } from "../../../queries/keys";
import type { FileTarget } from "../accounts";
import { accountsOptions, filesOptions } from "../queries";
import type { ExchangeFile, ExchangeFilePreview } from "../types";
import type { SpanTimes } from "./span";

/** What a person chose about a file. */
export interface FileChoices extends SpanTimes {
  count_unlisted: boolean;
}

const idOf = ({ exchange, account_name }: FileTarget) => ({ exchange, account_name });

const named = (account: FileTarget) => ({ ...idOf(account), ...(account.isNew ? { new_account: true } : {}) });

/** The bytes of a file alone. Its type would mark it as a text, in which hashes of transactions are taken for private keys. */
const bytesOf = (file: File): Blob => file.slice(0, file.size, "");

/** Requests what a file would change. Nothing is stored. */
export const previewFile = (account: FileTarget, file: File, signal: AbortSignal): Promise<ExchangeFilePreview> =>
  previewExchangeUpload({ ...named(account), file: bytesOf(file) }, { signal });

/** The calls that change the files of an account. They are no mutations of the query cache, because that keeps what was sent. */
export function useFileCalls(account: FileTarget) {
  const client = useQueryClient();
  const { queryKey } = filesOptions(account);
  const afterwards = async <T>(call: Promise<T>, change: (files: ExchangeFile[], answer: T) => ExchangeFile[]) => {
    try {
      const answer = await call;
      client.setQueryData(queryKey, (data) => data && { files: change(data.files, answer) });
      return answer;
    } finally {
      // Some of it may have changed even if it fails. Entries, balances and gaps follow from the rows that count.
      const opened = account.isNew ? [accountsOptions.queryKey, userKey] : [];
      void invalidate(client, queryKey, historyKey, portfolioKey, syncKey, ...opened);
    }
  };
  return {
    add: (file: File, choices: FileChoices): Promise<ExchangeFile> =>
      afterwards(importExchangeUpload({ ...named(account), ...choices, file: bytesOf(file) }), (files, added) => [
        ...files,
        added,
      ]),
    remove: (id: string) => afterwards(deleteExchangeFile({ ...idOf(account), id }), (_, { files }) => files),
    /** Removes the account that a file opened. */
    removeAccount: () => afterwards(deleteUserAccount(idOf(account)), (files) => files),
  };
}
