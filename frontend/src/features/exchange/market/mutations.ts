import { addExchangeMarket, deleteExchangeMarket, type ExchangeMarketsData, updateExchangeMarket } from "@spyhop/sdk";
import { useQueryClient } from "@tanstack/react-query";
import { historyKey, invalidate, portfolioKey, syncKey } from "../../../queries/keys";
import { marketsOptions } from "../queries";
import type { ExchangeAccount, ExchangeMarket } from "../types";

const named = ({ exchange, account_name }: ExchangeAccount) => ({ exchange, account_name });

/** The list with a market that is new or changed. */
const withMarket = (data: ExchangeMarketsData, market: ExchangeMarket): ExchangeMarketsData => {
  const isSame = (one: ExchangeMarket) => one.market === market.market;
  const markets = data.markets.some(isSame)
    ? data.markets.map((one) => (isSame(one) ? market : one))
    : [...data.markets, market];
  return { ...data, markets };
};

/** The calls that change the markets of an account. The list changes with the answer; gaps and entries follow. */
export function useMarketCalls(account: ExchangeAccount) {
  const client = useQueryClient();
  const { queryKey } = marketsOptions(account);
  const afterwards = async <T>(
    call: Promise<T>,
    change: (data: ExchangeMarketsData, answer: T) => ExchangeMarketsData,
  ) => {
    try {
      const answer = await call;
      client.setQueryData(queryKey, (data) => data && change(data, answer));
      return answer;
    } finally {
      // Some of it may have changed even if it fails.
      void invalidate(client, queryKey, historyKey, portfolioKey, syncKey);
    }
  };
  return {
    add: (market: string): Promise<ExchangeMarket> =>
      afterwards(addExchangeMarket({ ...named(account), market }), withMarket),
    leaveOut: (market: string, is_left_out: boolean): Promise<ExchangeMarket> =>
      afterwards(updateExchangeMarket({ ...named(account), market, is_left_out }), withMarket),
    remove: (market: string) => afterwards(deleteExchangeMarket({ ...named(account), market }), (_, answer) => answer),
  };
}
