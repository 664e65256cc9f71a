import { useState } from "react";
import { useAmountText } from "../../format/amounts";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { InlineFailure } from "../../ui/Note";
import { useToast } from "../../ui/toasts";
import { CostForm } from "./CostForm";
import css from "./entryCost.module.css";
import { useMarkEntry } from "./mutations";
import type { CostGap, EntryMark } from "./types";
import { MARK_WORDS } from "./words";

const MARKS: readonly { mark: EntryMark; label: string }[] = [
  { mark: "gift", label: "Gift" },
  { mark: "income", label: "Income" },
  { mark: "airdrop", label: "Airdrop" },
];

interface MarksProps {
  entry: string;
  asset: string;
  mark: EntryMark | null;
}

/** The marks that say why nothing was paid. */
function GapMarks({ entry, asset, mark }: MarksProps) {
  const { mutate, mutateAsync, isPending, error } = useMarkEntry(entry);
  const toast = useToast();
  const choose = async (chosen: EntryMark) => {
    const wanted = mark === chosen ? null : chosen;
    const words = MARK_WORDS[chosen];
    const text = wanted ? `Marked as ${words}` : `No longer marked as ${words}`;
    // The marks may be gone by then, because nothing is missing any more.
    await mutateAsync(wanted).then(
      () => toast({ text, undo: () => mutate(mark) }),
      () => undefined,
    );
  };
  return (
    <li>
      <span id={`mark-${asset}`}>Did you not pay for it? Mark it as</span>
      <fieldset className={css.marks} aria-labelledby={`mark-${asset}`} disabled={isPending}>
        {MARKS.map((one) => (
          <button key={one.mark} type="button" aria-pressed={mark === one.mark} onClick={() => void choose(one.mark)}>
            {one.label}
          </button>
        ))}
      </fieldset>
      {error ? <InlineFailure>{error.message}</InlineFailure> : null}
    </li>
  );
}

interface CostRepairProps {
  entry: string;
  gap: CostGap;
  currency: string;
  mark: EntryMark | null;
  onAdd: () => void;
  onEntry: (entry: string) => void;
}

/** A quantity without a known cost, and its repairs. */
export function CostRepair({ entry, gap, currency, mark, onAdd, onEntry }: CostRepairProps) {
  const [isTyping, setTyping] = useState(false);
  const text = useAmountText();
  const { asset, symbol, repairs, acquired_by } = gap;
  const what = `${text.roundQuantity(gap.quantity)} ${symbol}`;
  return (
    <div className={css.repair}>
      <p className={css.repairTitle}>
        <Icon name="alert" size={16} />
        <span>
          <b>{what} has no known cost</b>
          {text.sentence(gap.text)}
        </span>
      </p>
      {repairs.length > 0 ? (
        <ul>
          {repairs.includes("watch_wallet") ? (
            <li>
              <span>Did it come from a wallet of yours?</span>
              <Button small icon="plus" onClick={onAdd}>
                Watch the wallet
              </Button>
            </li>
          ) : null}
          {repairs.includes("enter_cost") ? (
            <li>
              {isTyping ? (
                <CostForm entry={entry} asset={asset} what={what} currency={currency} onDone={() => setTyping(false)} />
              ) : (
                <>
                  <span>Do you know what you paid?</span>
                  <Button small icon="pen" onClick={() => setTyping(true)}>
                    Enter a cost
                  </Button>
                </>
              )}
            </li>
          ) : null}
          {repairs.includes("mark") ? <GapMarks entry={entry} asset={asset} mark={mark} /> : null}
          {acquired_by && repairs.includes("open_acquisition") ? (
            <li>
              <span>Do you know what you paid?</span>
              <Button small icon="right" onClick={() => onEntry(acquired_by)}>
                Show where it arrived
              </Button>
            </li>
          ) : null}
        </ul>
      ) : null}
    </div>
  );
}
