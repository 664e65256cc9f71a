import { getAddedTokens, getBalance, getClosingPrices, getYesterdayPortfolioBalance, ProblemError } from "@spyhop/sdk";
import { keepPreviousData, queryOptions, skipToken, useQuery } from "@tanstack/react-query";
import { useCurrency } from "../../format/currency";
import { chainsOptions } from "../../queries/chains";
import { explanationOptions } from "../../queries/explanation";
import { historyKey, portfolioKey } from "../../queries/keys";
import { useKeepPrevious } from "../../ui/useKeepPrevious";
import { dayChangeInterval, isCut, portfolioInterval } from "./polling";
import { toPortfolioView } from "./toPortfolioView";
import type { Portfolio, VisitorToken } from "./types";

const authorizedAs = (visitorToken: VisitorToken) =>
  visitorToken ? { headers: { authorization: `Bearer ${visitorToken}` } } : {};

const narrowedTo = (wallets: readonly string[]) => (wallets.length > 0 ? { wallet_addresses: [...wallets] } : {});

/** Whether a share session has ended: it expired, or its link was renewed or turned off. */
export const isSessionOver = (problem: Error | null): boolean =>
  problem instanceof ProblemError && problem.status === 401;

/** Whether the server could not be reached; the layout of the page shows that. */
export const isUnreachable = (problem: Error): boolean => problem instanceof ProblemError && problem.status === 0;

/** The row limit of the first request. Users with more assets see these while the others load. */
export const FIRST_ROWS = { limit: 200 };

/** The portfolio of the user or the visitor, narrowed to the given wallets unless there are none. */
export const portfolioOptions = (
  currency: string,
  visitorToken: VisitorToken,
  wallets: readonly string[],
  rows: { limit?: number },
) =>
  queryOptions({
    queryKey: [...portfolioKey, "balance", currency, visitorToken, wallets, rows],
    queryFn: async ({ signal }) => {
      const body = { currency_code: currency, ...rows, ...narrowedTo(wallets) };
      return toPortfolioView(await getBalance(body, { signal, ...authorizedAs(visitorToken) }), wallets);
    },
    refetchInterval: ({ state }) => portfolioInterval(state.data),
  });

function useBalance(visitorToken: VisitorToken, wallets: readonly string[], rows: { limit?: number }, enabled = true) {
  const query = useQuery({ ...portfolioOptions(useCurrency(), visitorToken, wallets, rows), enabled });
  return { ...useKeepPrevious(query), refetch: query.refetch };
}

/**
 * The total, coverage, assets and networks of all wallets, or of the given ones. After a change of currency the previous
 * figures stay until the new ones have loaded; after a change of wallets they do not.
 */
export function usePortfolio(visitorToken?: VisitorToken, wallets: readonly string[] = [], isEnabled = true) {
  const first = useBalance(visitorToken, wallets, FIRST_ROWS, isEnabled);
  const cut = first.data !== undefined && isCut(first.data);
  const all = useBalance(visitorToken, wallets, {}, cut);
  const { data, ...rest } = cut && all.data?.currency_code === first.data?.currency_code ? all : first;
  return { ...rest, data: data?.chosen.join() === wallets.join() ? data : undefined };
}

/** The change of a portfolio's total since a day ago, in the currency of the portfolio. */
export function dayChangeOptions(visitorToken: VisitorToken, portfolio: Portfolio | undefined) {
  const { currency_code = "", valuation_id = "", chosen = [] } = portfolio ?? {};
  const body = { currency_code, valuation_id, ...narrowedTo(chosen) };
  return queryOptions({
    queryKey: [...portfolioKey, "yesterday", currency_code, visitorToken, valuation_id],
    queryFn: portfolio
      ? ({ signal }) => getYesterdayPortfolioBalance(body, { signal, ...authorizedAs(visitorToken) })
      : skipToken,
    refetchInterval: ({ state }) => dayChangeInterval(state.data),
  });
}

/**
 * The change of a portfolio's total since a day ago; polled faster while parts of it are still being computed. It has no data while
 * the server knows only the change of another valuation.
 */
export function useDayChange(visitorToken: VisitorToken, portfolio: Portfolio) {
  const { data, isError } = useQuery(dayChangeOptions(visitorToken, portfolio));
  return { data: data?.valuation_id === portfolio.valuation_id ? data : undefined, isError };
}

/** The explanation of a price. */
export const usePriceExplanation = (figure: string, visitorToken: VisitorToken) =>
  useQuery(explanationOptions(figure, visitorToken));

/** Whether tokens exist on a network: Bitcoin and similar networks have none. */
const hasTokens = ({ id, supported }: { id: string; supported: boolean }): boolean =>
  supported && !id.startsWith("bip122:");

/** The networks that a token can be on. */
export const useTokenChains = () => useQuery({ ...chainsOptions, select: ({ chains }) => chains.filter(hasTokens) });

/** The tokens that the user added by contract address. */
export const addedTokensOptions = queryOptions({
  queryKey: ["added-tokens"],
  queryFn: ({ signal }) => getAddedTokens({}, { signal }),
});

/** The tokens that the user added by contract address. */
export const useAddedTokens = () => useQuery({ ...addedTokensOptions, select: ({ tokens }) => tokens });

/** The pause between requests while prices of the history are awaited. */
const AWAITED_MS = 15_000;

/** The prices of assets at the end of each day until yesterday; of all days since the first transaction without a number. */
export function useClosingPrices(assets: readonly string[], days: number | null, visitorToken: VisitorToken) {
  const currency = useCurrency();
  return useQuery({
    queryKey: [...historyKey, "closing-prices", assets, days, currency, visitorToken],
    queryFn: ({ signal }) =>
      getClosingPrices(
        { assets: [...assets], days, currency_code: currency },
        { signal, ...authorizedAs(visitorToken) },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data_loaded === false ? AWAITED_MS : false),
  });
}
