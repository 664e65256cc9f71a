import { clearExchangeCode, setExchangeCode } from "@spyhop/sdk";
import { useQueryClient } from "@tanstack/react-query";
import { historyKey, invalidate, portfolioKey, syncKey } from "../../../queries/keys";
import { useToast } from "../../../ui/toasts";
import type { CodeCandidate, ExchangeCode } from "../types";

/** The calls that state what a code means. Each is taken back with Undo. */
export function useCodeCalls() {
  const client = useQueryClient();
  const toast = useToast();
  /** Stores what a code means; null for nothing. Balances, entries and figures follow from it. */
  const set = async ({ code }: ExchangeCode, asset: CodeCandidate | null) => {
    try {
      await (asset ? setExchangeCode({ code, asset: asset.asset }) : clearExchangeCode({ code }));
    } finally {
      void invalidate(client, historyKey, portfolioKey, syncKey);
    }
  };
  const undo = (before: ExchangeCode) => () => {
    set(before, before.asset).catch((problem: unknown) =>
      toast({ text: problem instanceof Error ? problem.message : "Something Went Wrong", bad: true }),
    );
  };
  return {
    map: async (code: ExchangeCode, asset: CodeCandidate) => {
      await set(code, asset);
      toast({ text: `${code.symbol} counts as ${asset.symbol} now`, undo: undo(code) });
    },
    clear: async (code: ExchangeCode) => {
      await set(code, null);
      toast({ text: `${code.symbol} is not mapped any more`, undo: undo(code) });
    },
  };
}
