import type { ReactNode } from "react";
import { accountReads } from "../../format/coverage";
import { percent } from "../../format/quantity";
import { count, plural } from "../../format/text";
import { HeadlineMoney } from "../../ui/Money";
import { Skeleton } from "../../ui/Skeleton";
import { type Stat, StatCards } from "../../ui/StatCards";
import { Freshness } from "../../ui/Time";
import { FigureSkeleton, NOT_KNOWN, useChangeStat } from "./changeStat";
import { networkReads } from "./networkReads";
import { portfolioState } from "./portfolioState";
import { usePortfolio } from "./queries";
import type { Portfolio } from "./types";

/** The figures before the portfolio has loaded. */
const SKELETONS: readonly Stat[] = ["Value", "24h change", "Holdings", "Last read"].map((label) => ({
  label,
  figure: <FigureSkeleton />,
  note: <Skeleton width={110} height={12} />,
}));

/** How much of the net worth a wallet is, of what is priced. */
function ShareWords({ address }: { address: string }) {
  const { data } = usePortfolio();
  const share = data?.wallets.find((wallet) => wallet.address === address)?.share ?? null;
  return share === null ? null : `${percent(share)} of your net worth`;
}

function valueStat(portfolio: Portfolio, address: string): Stat {
  const { total, currency_code, figures } = portfolio;
  const state = portfolioState(portfolio);
  const known = total !== null && state !== "unknown";
  const figure = known ? (
    <HeadlineMoney amount={total} currency={currency_code} figure={figures["/total"]} label="Value" />
  ) : (
    NOT_KNOWN
  );
  return {
    label: "Value",
    figure: state === "reading" ? <FigureSkeleton /> : figure,
    note: known ? <ShareWords address={address} /> : state === "reading" ? "Being read" : null,
  };
}

/** The holdings with a price, of all. */
function holdingsStat(portfolio: Portfolio): Stat {
  const { coverage, networks } = portfolio;
  const all = coverage.priced + coverage.unpriced.length;
  const isEmpty = portfolioState(portfolio) === "empty";
  const where = networks.length === 0 ? "" : ` on ${plural(networks.length, "network")}`;
  if (all === 0) return { label: "Holdings", figure: isEmpty ? "0" : NOT_KNOWN };
  return {
    label: "Holdings",
    figure: count(all),
    note: `${coverage.unpriced.length === 0 ? "all" : count(coverage.priced)} priced${where}`,
    isWarned: coverage.unpriced.length > 0,
  };
}

/** When the oldest balance was read, and on how many networks the last read failed. */
function readStat(portfolio: Portfolio): Stat {
  const { read_at, coverage, refreshing } = portfolio;
  const all = networkReads(portfolio).length;
  const failed = new Set(accountReads(coverage.failed).map(({ chain }) => chain)).size;
  const figure: ReactNode = read_at === null ? "Not yet" : <Freshness at={read_at} />;
  const words = all === 0 ? "" : `${count(all - failed)} of ${plural(all, "active network")}`;
  return { label: "Last read", figure, note: refreshing ? "Being read again" : words, isWarned: failed > 0 };
}

function Filled({ portfolio, address }: { portfolio: Portfolio; address: string }) {
  const change = useChangeStat(portfolio);
  const stats = [valueStat(portfolio, address), change, holdingsStat(portfolio), readStat(portfolio)];
  return <StatCards label="Facts" stats={stats} />;
}

interface WalletFiguresProps {
  /** Undefined while it is loading. */
  portfolio: Portfolio | undefined;
  address: string;
}

/** What a wallet is worth, how that changed, what it holds and when it was read. */
export const WalletFigures = ({ portfolio, address }: WalletFiguresProps) =>
  portfolio ? <Filled portfolio={portfolio} address={address} /> : <StatCards label="Facts" stats={SKELETONS} />;
