import { useAmountText } from "../../format/amounts";
import { assetWords, unreadWords } from "../../format/coverage";
import { count } from "../../format/text";
import { Money } from "../../ui/Money";
import css from "./allocationDialog.module.css";
import { portfolioState } from "./portfolioState";
import type { Portfolio } from "./types";

/** Totals longer than this use a smaller font in the ring; even longer ones are shortened. */
const LONG = 15;
const ROOM = 22;

function Amount({ portfolio, amount }: { portfolio: Portfolio; amount: string }) {
  const { currency_code, figures } = portfolio;
  const long = useAmountText().money(amount, currency_code).length > LONG;
  return (
    <span className={`${css.total} ${long ? css.long : ""}`}>
      <Money amount={amount} currency={currency_code} figure={figures["/total"]} label="Total Assets" room={ROOM} />
    </span>
  );
}

/** The second line: the number of assets, or why the total is not known. */
function note({ coverage: { failed, reading }, user_wallet }: Portfolio): string {
  if (user_wallet.count > 0) return assetWords(user_wallet);
  return reading > 0 ? `${count(reading)} still loading` : unreadWords(failed) || assetWords(user_wallet);
}

/** The total in the ring, or that it is loading or not known; never a zero for those. */
export function RingCentre({ portfolio }: { portfolio: Portfolio }) {
  const state = portfolioState(portfolio);
  const isKnown = state !== "reading" && state !== "unknown";
  return (
    <div className={css.centre}>
      <span>Total Assets</span>
      {isKnown && portfolio.total !== null ? (
        <Amount portfolio={portfolio} amount={portfolio.total} />
      ) : (
        <span className={`${css.total} ${css.unknownTotal}`}>{state === "reading" ? "Loading" : "Not known"}</span>
      )}
      <small>{note(portfolio)}</small>
    </div>
  );
}
