import { useAmountText } from "../../format/amounts";
import { Change, PercentChange } from "../../ui/Money";
import { Skeleton } from "../../ui/Skeleton";
import type { Stat } from "../../ui/StatCards";
import { basisWords, coveredWords, reasonWords } from "./dayChange";
import { portfolioState } from "./portfolioState";
import { useDayChange } from "./queries";
import type { DayChange, Portfolio } from "./types";

/** A figure that is loading. */
export const FigureSkeleton = () => <Skeleton width={130} height={24} />;

/** A figure that is not known. */
export const NOT_KNOWN = "Not known";

/** The change in percent, and how much of the value it covers. */
function ChangeNote({ day, label }: { day: DayChange; label: string }) {
  const covered = coveredWords(day, useAmountText());
  if (day.change_percent === null) return covered;
  return (
    <>
      <PercentChange percent={day.change_percent} label={label} />
      {covered ? ` ${covered}` : ""}
    </>
  );
}

/** The change of a portfolio since a day ago, or why it is not known. */
export function useChangeStat(portfolio: Portfolio): Stat {
  const { data, isError } = useDayChange(undefined, portfolio);
  const state = portfolioState(portfolio);
  const label = data ? basisWords(data) : "24h change";
  if (state === "reading" || (state === "known" && !data && !isError)) return { label, figure: <FigureSkeleton /> };
  if (state !== "known" || !data?.change)
    return { label, figure: NOT_KNOWN, note: state === "known" ? reasonWords(data?.reason ?? null) : null };
  const { change, change_percent, not_compared, currency_code, figures } = data;
  return {
    label,
    figure: <Change amount={change} currency={currency_code} figure={figures["/change"]} label={label} />,
    note: change_percent === null && not_compared === 0 ? null : <ChangeNote day={data} label={label} />,
  };
}
