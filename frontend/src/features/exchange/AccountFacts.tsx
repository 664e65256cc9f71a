import { percent } from "../../format/quantity";
import { count, plural } from "../../format/text";
import { date, moment } from "../../format/time";
import { HeadlineMoney, Money } from "../../ui/Money";
import { Skeleton } from "../../ui/Skeleton";
import { type Stat, StatCards } from "../../ui/StatCards";
import { Freshness, Until } from "../../ui/Time";
import { type BalanceSums, balanceLabel, balancesOf, byPlace, sumsOf } from "./balances";
import { type HistoryQuery, problemOf, rowWords } from "./history";
import type { ExchangeAccount, Portfolio } from "./types";

const NOT_KNOWN = "Not known";

const HISTORY = "History known since";

const Placeholder = () => <Skeleton width={130} height={24} />;

/** The figures before the balances have loaded. */
const PLACEHOLDERS: readonly Stat[] = ["Balance", "Assets", "Last read", HISTORY].map((label) => ({
  label,
  figure: <Placeholder />,
  note: <Skeleton width={110} height={12} />,
}));

interface AccountFactsProps {
  account: ExchangeAccount;
  /** The balances of the account; undefined while they are loading. */
  portfolio: Portfolio | undefined;
  history: HistoryQuery;
  /** The share of the account in the net worth, in percent; null if that is not known. */
  share: string | null;
}

function balanceStat({ account, portfolio, share }: AccountFactsProps & { portfolio: Portfolio }, label: string): Stat {
  const { total, currency_code, figures } = portfolio;
  if (total !== null)
    return {
      label,
      figure: <HeadlineMoney amount={total} currency={currency_code} figure={figures["/total"]} label={label} />,
      note: share === null ? null : `${percent(share)} of your net worth`,
    };
  if (account.state === "reading") return { label, figure: <Placeholder />, note: "Being read" };
  if (account.state === "from_files") return { label, figure: NOT_KNOWN, note: "Files have no balances" };
  return { label, figure: NOT_KNOWN };
}

/** What is held. Without a debt its value is the balance, so that the assets are counted instead. */
function assetsStat({ assets, held, owed, unpriced }: BalanceSums, places: number, currency: string): Stat {
  const value = assets === null ? NOT_KNOWN : <Money amount={assets} currency={currency} label="Assets" />;
  const where = `in ${plural(places, "place")}`;
  return {
    label: "Assets",
    figure: owed > 0 ? value : count(held),
    note: [
      owed > 0 ? `${plural(held, "asset")} ${where}` : where,
      unpriced > 0 ? `${plural(unpriced, "balance")} without a price` : "",
    ]
      .filter(Boolean)
      .join(", "),
    isWarned: unpriced > 0,
  };
}

const debtStat = ({ debt, owed }: BalanceSums, currency: string): Stat => ({
  label: "Debt",
  figure: debt === null ? NOT_KNOWN : <Money amount={debt} currency={currency} label="Debt" />,
  note: plural(owed, "borrowed asset"),
});

function readStat({ state, read_on, retry_on }: ExchangeAccount): Stat {
  const isOld = state === "failing" || state === "needs_attention";
  const words: Partial<Record<ExchangeAccount["state"], string>> = {
    reading: "Being read",
    needs_attention: "Needs a new key",
    from_files: "It has no key",
  };
  return {
    label: "Last read",
    figure: read_on === null ? state === "from_files" ? "Never" : "Not yet" : <Freshness at={read_on} />,
    note:
      state === "failing" && retry_on ? (
        <>
          Retries <Until at={retry_on} />
        </>
      ) : (
        (words[state] ?? null)
      ),
    isWarned: isOld,
  };
}

/** Since when the history is known, how far it is read, and what is missing. */
function historyStat({ known, failure }: HistoryQuery): Stat {
  if (!known)
    return failure
      ? { label: HISTORY, figure: NOT_KNOWN, note: "Couldn't be loaded", isWarned: true }
      : { label: HISTORY, figure: <Placeholder />, note: <Skeleton width={90} height={12} /> };
  const { progress, gaps, differences = [] } = known;
  if (!progress || progress.state === "waiting")
    return { label: HISTORY, figure: "Not yet", note: "Waiting to be read" };
  const { state, oldest } = progress;
  if (state === "reading") return { label: HISTORY, figure: "Being read", note: `${rowWords(progress)} read` };
  const problem = problemOf(progress);
  const open = [
    gaps.length > 0 ? plural(gaps.length, "gap") : "",
    differences.length > 0 ? plural(differences.length, "balance differs", "balances differ") : "",
  ].filter(Boolean);
  return {
    label: HISTORY,
    figure: oldest ? <span title={moment(oldest)}>{date(oldest)}</span> : state === "whole" ? "No history" : NOT_KNOWN,
    note: problem ?? (open.join(", ") || (oldest ? plural(progress.facts, "row") : null)),
    isWarned: problem !== null || open.length > 0,
  };
}

/** What an account is worth, holds and owes, when it was read, and since when its history is known. */
export function AccountFacts(props: AccountFactsProps) {
  const { account, portfolio } = props;
  if (!portfolio) return <StatCards label="Facts" stats={PLACEHOLDERS} />;
  const balances = balancesOf(portfolio);
  const sums = sumsOf(balances);
  const currency = portfolio.currency_code;
  const stats = [
    balanceStat({ ...props, portfolio }, balanceLabel(sums)),
    ...(balances.length > 0 ? [assetsStat(sums, byPlace(balances).length, currency)] : []),
    ...(sums.owed > 0 ? [debtStat(sums, currency)] : []),
    readStat(account),
    historyStat(props.history),
  ];
  return <StatCards label="Facts" stats={stats} />;
}
