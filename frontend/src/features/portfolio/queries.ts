import {
  acceptDecimals,
  addToken,
  clearAssetPrice,
  clearDecimals,
  type DayBalance,
  explainFigure,
  getAddedTokens,
  getBalance,
  getChains,
  getYesterdayPortfolioBalance,
  hideAsset,
  ProblemError,
  readNetwork,
  removeToken,
  type Portfolio as SentPortfolio,
  setAssetPrice,
  showAsset,
} from "@spyhop/sdk";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCurrency } from "../../format/currency";
import { useKeepPrevious } from "../../ui/useKeepPrevious";
import { toPortfolioView } from "./toPortfolioView";

export type {
  AddedTokenRow,
  AssetMove,
  AssetOnChain,
  AssetPart,
  AssetRow,
  AssumedDecimals,
  Balance,
  Coverage,
  ExplainNode,
  FailedSource,
  HiddenRow,
  NetworkRow,
  NotLookedFor,
  QuietNetwork,
  Reason,
  Receipt,
  Rest,
  SharedPortfolio,
  StaleSource,
  UnpricedHolding,
  UnreadWallet,
  WalletRow,
} from "@spyhop/sdk";

/** A portfolio as the page shows it. */
export interface Portfolio extends SentPortfolio {
  /** The wallets that it is narrowed to; none where all of them count. */
  chosen: readonly string[];
}

/** While accounts have not answered, totals are asked for at this pace even without a stream. */
const READING_MS = 5_000;
const IDLE_MS = 120_000;
const KEY = ["portfolio"] as const;

/** Who looks: a visitor under the token of a look, or the person of this browser. */
export type Viewer = string | undefined;

const under = (viewer: Viewer) => (viewer ? { headers: { authorization: `Bearer ${viewer}` } } : {});

/** Whether a look is over: its hour has passed, or its link is gone. */
export const isOver = (problem: Error | null): boolean => problem instanceof ProblemError && problem.status === 401;

/** Whether no server answered; the frame of the page says that. */
export const isUnreachable = (problem: Error): boolean => problem instanceof ProblemError && problem.status === 0;

const over = (wallets: readonly string[]) => (wallets.length > 0 ? { wallet_addresses: [...wallets] } : {});

const isReading = (portfolio: Portfolio | undefined): boolean =>
  portfolio !== undefined && (portfolio.refreshing || portfolio.coverage.reading > 0);

/** The assets of the first answer; a person with more of them sees these while the others are loading. */
const FIRST = { limit: 200 };

/** Whether there are assets that did not come along. */
export const isCut = ({ user_wallet }: Portfolio): boolean => user_wallet.assets.length < user_wallet.count;

/** What is cut is not asked for again: all of it is. */
const pace = (data: Portfolio | undefined): number | false =>
  data && isCut(data) ? false : isReading(data) ? READING_MS : IDLE_MS;

function useBalance(viewer: Viewer, wallets: readonly string[], rows: { limit?: number }, enabled = true) {
  const currency = useCurrency();
  const query = useQuery({
    queryKey: [...KEY, "balance", currency, viewer, wallets, rows],
    queryFn: async ({ signal }) =>
      toPortfolioView(
        await getBalance({ currency_code: currency, ...rows, ...over(wallets) }, { signal, ...under(viewer) }),
        wallets,
      ),
    refetchInterval: (query) => pace(query.state.data),
    enabled,
  });
  return { ...useKeepPrevious(query), refetch: query.refetch };
}

/**
 * All wallets together, or those that are named: total, coverage, assets, networks. Until a newly chosen currency is there,
 * the one before it stays; figures of other wallets do not.
 */
export function usePortfolio(viewer?: Viewer, wallets: readonly string[] = []) {
  const first = useBalance(viewer, wallets, FIRST);
  const cut = first.data !== undefined && isCut(first.data);
  const all = useBalance(viewer, wallets, {}, cut);
  const { data, ...rest } = cut && all.data?.currency_code === first.data?.currency_code ? all : first;
  return { ...rest, data: data?.chosen.join() === wallets.join() ? data : undefined };
}

/** A day ago and since, for who looks. */
export type DayChange = DayBalance;

/** Whether more of the change is on its way. */
const isComing = (day: DayChange | undefined): boolean => day !== undefined && (day.pending || day.change === null);

/** What changed in the total of this portfolio since yesterday, in its currency; asked again while more of it comes. */
export function useDayChange(viewer: Viewer, { currency_code: currency, valuation_id, chosen }: Portfolio) {
  // A visitor's portfolio has no id of its own.
  const body = { currency_code: currency, ...(valuation_id === "" ? {} : { valuation_id }), ...over(chosen) };
  return useQuery({
    queryKey: [...KEY, "yesterday", currency, viewer, valuation_id],
    queryFn: ({ signal }) => getYesterdayPortfolioBalance(body, { signal, ...under(viewer) }),
    placeholderData: (before) => (before?.currency_code === currency ? before : undefined),
    refetchInterval: (query) => (isComing(query.state.data) ? READING_MS : IDLE_MS),
  });
}

/** How a price came about; the id of a figure is pinned to its valuation, so the answer does not change. */
export const usePriceExplanation = (figure: string, viewer: Viewer) =>
  useQuery({
    queryKey: ["figure", figure],
    queryFn: ({ signal }) => explainFigure({ figure }, { signal, ...under(viewer) }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Lets the server read again; the figures follow as the sources answer. */
export function useReadAgain() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (place: { chain?: string | null; wallet_address?: string | null } = {}) =>
      getBalance({
        ...(place.chain ? { chain: place.chain } : {}),
        ...(place.wallet_address ? { wallet_address: place.wallet_address } : {}),
        update_balance: true,
      }),
    onSuccess: () => Promise.all([KEY, ["sync"]].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

/** Lets the server look for everything on one network. */
export function useReadNetwork() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (chain: string) => readNetwork({ chain }),
    onSuccess: () => Promise.all([KEY, ["sync"]].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

/** Something about assets that changes totals; what fails can have changed some of them. */
function useAssetChange<V>(mutationFn: (variables: V) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: KEY }) });
}

/** The person's own price of an asset; null where the sources price it. */
export interface OwnPrice {
  asset: string;
  price: string | null;
}

/** The person's own prices as they shall be, in one currency. */
export interface OwnPrices {
  prices: readonly OwnPrice[];
  currency: string;
}

/** Sets own prices, and takes back those that shall be none. */
export const useOwnPrices = () =>
  useAssetChange(({ prices, currency }: OwnPrices) =>
    Promise.all(
      prices.map(({ asset, price }) =>
        price === null ? clearAssetPrice({ asset }) : setAssetPrice({ asset, price, currency_code: currency }),
      ),
    ),
  );

/** Counts a token by the decimals that a list states. */
export const useAcceptDecimals = () =>
  useAssetChange(({ asset, decimals }: { asset: string; decimals: number }) => acceptDecimals({ asset, decimals }));

export const useClearDecimals = () => useAssetChange((asset: string) => clearDecimals({ asset }));

/** Hides all assets of a group, or shows them again. */
export const useHideAssets = () =>
  useAssetChange((assets: readonly string[]) => Promise.all(assets.map((asset) => hideAsset({ asset }))));

export const useShowAssets = () =>
  useAssetChange((assets: readonly string[]) => Promise.all(assets.map((asset) => showAsset({ asset }))));

/** Where a token is. */
export interface TokenPlace {
  chain: string;
  contract_address: string;
}

const ADDED = ["added-tokens"] as const;

/** Networks that have tokens of their own: Bitcoin and its relatives have none. */
const hasTokens = ({ id, supported }: { id: string; supported: boolean }): boolean =>
  supported && !id.startsWith("bip122:");

/** The networks that a token can be on. */
export const useTokenChains = () =>
  useQuery({
    queryKey: ["chains"],
    queryFn: ({ signal }) => getChains({}, { signal }),
    select: ({ chains }) => chains.filter(hasTokens),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The tokens that the person added. */
export const useAddedTokens = () =>
  useQuery({
    queryKey: ADDED,
    queryFn: ({ signal }) => getAddedTokens({}, { signal }),
    select: ({ tokens }) => tokens,
  });

/** Something that changes which tokens are looked for; totals follow as the wallets are read. */
function useTokenChange<V, R>(mutationFn: (variables: V) => Promise<R>) {
  const client = useQueryClient();
  const settle = () => Promise.all([ADDED, KEY, ["sync"]].map((queryKey) => client.invalidateQueries({ queryKey })));
  return useMutation({ mutationFn, onSettled: settle });
}

export const useAddToken = () => useTokenChange((place: TokenPlace) => addToken(place));

export const useRemoveToken = () => useTokenChange((asset: string) => removeToken({ asset }));
