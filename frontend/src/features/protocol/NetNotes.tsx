import { parseDecimal, signOf } from "../../format/decimal";
import { percentOf } from "../../format/quantity";
import { plural } from "../../format/text";
import { date } from "../../format/time";
import { Money } from "../../ui/Money";
import { useNow } from "../../ui/useNow";
import css from "./sheetCard.module.css";
import type { Protocols } from "./types";
import { claimable, locksOf } from "./view";

const isAbove = (amount: string): boolean => {
  const value = parseDecimal(amount);
  return value !== null && signOf(value) > 0;
};

/** What there is beside the net value: its share, what can be claimed and what is locked. */
export function NetNotes({ protocols, netWorth }: { protocols: Protocols; netWorth: string | null }) {
  const now = useNow();
  const { user_wallet: cards, sheet, currency_code: currency } = protocols;
  const reward = claimable(cards);
  const locks = locksOf(cards).filter((at) => new Date(at).getTime() > now);
  const [first] = locks;
  return (
    <>
      <p className={css.note}>
        Credit less debt.
        {sheet.net !== null && netWorth !== null && isAbove(netWorth) && isAbove(sheet.net)
          ? ` ${percentOf(sheet.net, netWorth, 1)} of your net worth.`
          : ""}
      </p>
      {reward ? (
        <p className={css.note}>
          <b>
            <Money amount={reward.total} currency={currency} label="Can be claimed" />
          </b>{" "}
          can be claimed now, in {plural(reward.protocols, "protocol")}.
        </p>
      ) : null}
      {first ? (
        <p className={css.note}>
          <b>{plural(locks.length, "lock")}</b>, next opens {date(first)}.
        </p>
      ) : null}
    </>
  );
}
