import { useState } from "react";
import { useAmountText } from "../../format/amounts";
import { compareDecimals, parseDecimal } from "../../format/decimal";
import { date } from "../../format/time";
import { Button } from "../../ui/Button";
import { Change } from "../../ui/Money";
import { useToast } from "../../ui/toasts";
import { CostForm } from "./CostForm";
import { CostRepair } from "./CostRepair";
import { CostSteps } from "./CostSteps";
import type { FigureOf } from "./EntryLegs";
import { EntrySection } from "./EntrySection";
import css from "./entry.module.css";
import own from "./entryCost.module.css";
import { useMarkEntry, useSetCost } from "./mutations";
import type { EntryCost as Cost, CostChange, CostState, EntryMark } from "./types";
import { MARK_WORDS } from "./words";

/** How an amount was valued, as a sentence. */
const VALUED: Readonly<Record<string, string>> = {
  moment: "Valued at the price of that moment.",
  close: "Valued at that day's close.",
  earlier_close: "Valued at an earlier day's close.",
};

/** What is assumed about what came from elsewhere. */
const ASSUMED = "Its cost is assumed to be what it was worth then.";

interface CostProps {
  entry: string;
  cost: Cost;
  mark: EntryMark | null;
  /** Returns the figure of a place in the answer. */
  figureOf: FigureOf;
  /** Opens another entry. */
  onEntry: (entry: string) => void;
  /** Opens the add-wallet dialog. */
  onAdd: () => void;
}

interface ChangeProps extends CostProps {
  change: CostChange;
  /** The place of the change in the answer: `cost/assets/0`. */
  place: string;
}

/** The gain that the entry realized. A gain that is not known is not zero. */
function Realized({ change, cost, place, figureOf }: ChangeProps) {
  const { realized, realized_reason } = change;
  if (realized !== null)
    return (
      <b>
        {change.kind === "fee" ? "Paying the fee realized " : ""}
        <Change
          amount={realized}
          currency={cost.currency_code}
          label={`${change.symbol}, realized`}
          figure={figureOf(`${place}/realized`)}
        />
        {change.kind === "fee" ? "" : " realized"}
        {realized_reason ? ", in part" : ""}
        {change.has_assumed_gain ? <span className={own.assumed}> · assumed cost</span> : null}
      </b>
    );
  return realized_reason ? (
    <span className={own.gainUnknown} title={realized_reason.text}>
      Gain not known
    </span>
  ) : (
    <span className={css.quiet}>Nothing realized</span>
  );
}

/** Whether more is held in one state than in the other. */
function isMore(state: CostState, other: CostState): boolean {
  const [more, less] = [parseDecimal(state.quantity ?? ""), parseDecimal(other.quantity ?? "")];
  return more !== null && less !== null && compareDecimals(more, less) > 0;
}

/** The cost that the user entered, or the price that counts instead, and how to change it. */
function Basis({ entry, change, cost }: ChangeProps) {
  const [isTyping, setTyping] = useState(false);
  const { mutate, mutateAsync, isPending } = useSetCost(entry);
  const toast = useToast();
  const text = useAmountText();
  const { symbol, asset, entered, before, after, kind, gap, value_basis, value_basis_text } = change;
  const canEnter = isMore(after, before) && kind !== "fee" && !gap && !isTyping && value_basis !== "unknown";
  if (entered) {
    const remove = async () => {
      const undo = () => mutate({ asset, amount: entered.amount, currency: entered.currency_code });
      await mutateAsync({ asset, amount: null }).then(
        () => toast({ text: `Your cost of ${symbol} removed`, undo }),
        ({ message }: Error) => toast({ text: message, bad: true }),
      );
    };
    return (
      <p className={css.text}>
        You entered a cost of {text.money(entered.amount, entered.currency_code)}.{" "}
        <Button tone="link" busy={isPending} aria-label={`Remove your cost of ${symbol}`} onClick={() => void remove()}>
          Remove
        </Button>
      </p>
    );
  }
  if (kind === "carried") return <p className={css.text}>It stays yours, so it keeps its cost.</p>;
  const valued = (value_basis && VALUED[value_basis]) ?? value_basis_text;
  const words = change.is_assumed ? `Came from elsewhere. ${ASSUMED} ${valued ?? ""}` : valued;
  return (
    <>
      {words && !gap ? (
        <p className={css.text}>
          {words}{" "}
          {canEnter ? (
            <Button tone="link" aria-label={`Enter your own cost of ${symbol}`} onClick={() => setTyping(true)}>
              Enter your own cost
            </Button>
          ) : null}
        </p>
      ) : null}
      {isTyping ? (
        <CostForm
          entry={entry}
          asset={asset}
          what={`this ${symbol}`}
          currency={cost.currency_code}
          onDone={() => setTyping(false)}
        />
      ) : null}
    </>
  );
}

function AssetCost(props: ChangeProps) {
  const { change, cost, entry, mark, place, figureOf, onAdd, onEntry } = props;
  const text = useAmountText();
  const { symbol, after, gap } = change;
  const isFee = change.kind === "fee";
  const isPartlyUnknown = !gap && after.reason !== null && after.unknown_quantity !== "0";
  return (
    <EntrySection
      title="Cost basis"
      note={
        <>
          <bdi>{symbol}</bdi> · {isFee ? "Fee" : cost.method_name}
        </>
      }
      side={<Realized {...props} />}
    >
      {isFee && !gap ? null : (
        <CostSteps change={change} currency={cost.currency_code} place={place} figureOf={figureOf} />
      )}
      {isFee ? null : <Basis {...props} />}
      {isPartlyUnknown ? (
        <p className={css.text}>
          {text.roundQuantity(after.unknown_quantity)} {symbol} of it has no known cost.
        </p>
      ) : null}
      {gap ? (
        <CostRepair entry={entry} gap={gap} currency={cost.currency_code} mark={mark} onAdd={onAdd} onEntry={onEntry} />
      ) : null}
    </EntrySection>
  );
}

/** The user's mark where no gap shows it, and how to remove it. */
function Marked({ entry, mark }: { entry: string; mark: EntryMark }) {
  const { mutate, mutateAsync, isPending } = useMarkEntry(entry);
  const toast = useToast();
  const words = MARK_WORDS[mark];
  const remove = async () => {
    await mutateAsync(null).then(
      () => toast({ text: `No longer marked as ${words}`, undo: () => mutate(mark) }),
      ({ message }: Error) => toast({ text: message, bad: true }),
    );
  };
  return (
    <p className={own.after}>
      You marked this as {words}.{" "}
      <Button tone="link" busy={isPending} aria-label="Remove the mark" onClick={() => void remove()}>
        Remove
      </Button>
    </p>
  );
}

/** Why costs are not complete: a rate that is missing, or else the history, with the time since which it is known. */
function Incomplete({ cost: { missing_rate, known_since: since } }: { cost: Cost }) {
  const history = since
    ? `Your history is known since ${date(since)} and is not complete.`
    : "Your history is not complete.";
  return <p className={own.after}>{missing_rate?.text ?? history} Costs may change.</p>;
}

/** What the entry changed in the cost basis of each asset, and the repairs where a cost is missing. */
export function EntryCost(props: CostProps) {
  const { cost, entry, mark } = props;
  if (cost.assets.length === 0) return null;
  const hasGap = cost.assets.some(({ gap }) => gap?.repairs.includes("mark"));
  return (
    <>
      {cost.assets.map((change, i) => (
        <AssetCost key={`${change.asset} ${change.symbol}`} {...props} change={change} place={`cost/assets/${i}`} />
      ))}
      {mark && !hasGap ? <Marked entry={entry} mark={mark} /> : null}
      <p className={own.after}>{cost.rules_text}</p>
      {cost.complete ? null : <Incomplete cost={cost} />}
    </>
  );
}
