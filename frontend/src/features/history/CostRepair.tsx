import { type FormEvent, useId, useState } from "react";
import { parseDecimal, signOf } from "../../format/decimal";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import group from "../../ui/inputGroup.module.css";
import { InlineFailure } from "../../ui/Note";
import { useToast } from "../../ui/toasts";
import { useForm } from "../../ui/useForm";
import css from "./entry.module.css";
import { FormProblem } from "./FormProblem";
import { useMarkEntry, useSetCost } from "./mutations";
import type { CostChange, EntryMark } from "./types";
import { roundQuantity } from "./words";

const MARKS: readonly { mark: EntryMark; label: string }[] = [
  { mark: "gift", label: "Gift" },
  { mark: "income", label: "Income" },
  { mark: "airdrop", label: "Airdrop" },
];

/** The typed amount without separators; empty if it is not a number of zero or more. */
function readAmount(text: string): string {
  const plain = text.trim().replaceAll(",", "");
  const value = parseDecimal(plain);
  return value && signOf(value) >= 0 ? plain : "";
}

const rules = { cost: (text: string) => (readAmount(text) ? "" : "Enter a number, e.g. 1,250.00.") };

interface CostFormProps {
  entry: string;
  asset: string;
  /** `850 ARB`. */
  what: string;
  currency: string;
  onDone: () => void;
}

/** The field for what the units of a gap cost together. */
function CostForm({ entry, asset, what, currency, onDone }: CostFormProps) {
  const id = useId();
  const form = useForm(id, { cost: "" }, rules);
  const { mutate, isPending, error } = useSetCost(entry);
  const toast = useToast();
  const { noteId, problem, warning, onDismiss } = form.note("cost");
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending || !form.check(event.currentTarget)) return;
    const undo = () => mutate({ asset, amount: null });
    const onSuccess = () => {
      onDone();
      toast({ text: `Cost of ${what} set`, undo });
    };
    mutate({ asset, amount: readAmount(form.texts.cost) }, { onSuccess });
  };
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <label htmlFor={id}>What {what} cost you in total</label>
      <div className={css.formLine}>
        <div className={`${group.group} ${css.field}`}>
          <input
            id={id}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0.00"
            maxLength={60}
            {...form.bind("cost")}
          />
          <span>{currency}</span>
        </div>
        <Button small tone="primary" type="submit" busy={isPending}>
          Save
        </Button>
        <Button small onClick={onDone}>
          Cancel
        </Button>
      </div>
      <FormProblem id={noteId} warning={warning} problem={problem || error?.message} onDismiss={onDismiss} />
    </form>
  );
}

interface CostRepairProps {
  entry: string;
  asset: string;
  symbol: string;
  gap: NonNullable<CostChange["gap"]>;
  currency: string;
  mark: EntryMark | null;
  onAdd: () => void;
}

/** A disposal without a known cost, and its three repairs. */
export function CostRepair({ entry, asset, symbol, gap, currency, mark, onAdd }: CostRepairProps) {
  const [isTyping, setTyping] = useState(false);
  const { mutate, isPending, error } = useMarkEntry(entry);
  const toast = useToast();
  const what = `${roundQuantity(gap.quantity)} ${symbol}`;
  const choose = (next: EntryMark, label: string) => {
    const wanted = mark === next ? null : next;
    const onSuccess = () =>
      toast({
        text: wanted ? `Marked as ${label.toLowerCase()}` : `No longer marked as ${label.toLowerCase()}`,
        undo: () => mutate(mark),
      });
    mutate(wanted, { onSuccess });
  };
  return (
    <div className={css.repair}>
      <p className={css.repairTitle}>
        <Icon name="alert" size={16} />
        <span>
          <b>{what} has no known cost</b>
          {gap.text}
        </span>
      </p>
      <ul>
        <li>
          <span>Did it come from a wallet of yours?</span>
          <Button small icon="plus" onClick={onAdd}>
            Watch the wallet
          </Button>
        </li>
        <li>
          <span>Do you know what you paid?</span>
          {isTyping ? null : (
            <Button small icon="pen" onClick={() => setTyping(true)}>
              Enter a cost
            </Button>
          )}
          {isTyping ? (
            <CostForm entry={entry} asset={asset} what={what} currency={currency} onDone={() => setTyping(false)} />
          ) : null}
        </li>
        <li>
          <span id={`mark-${asset}`}>Did you not pay for it? Mark it as</span>
          <fieldset className={css.marks} aria-labelledby={`mark-${asset}`} disabled={isPending}>
            {MARKS.map((one) => (
              <button
                key={one.mark}
                type="button"
                aria-pressed={mark === one.mark}
                onClick={() => choose(one.mark, one.label)}
              >
                {one.label}
              </button>
            ))}
          </fieldset>
        </li>
      </ul>
      {error ? <InlineFailure>{error.message}</InlineFailure> : null}
    </div>
  );
}
