import { type FormEvent, useId } from "react";
import { parseDecimal, signOf } from "../../format/decimal";
import { Button } from "../../ui/Button";
import { FormProblem } from "../../ui/FormProblem";
import css from "../../ui/inlineForm.module.css";
import group from "../../ui/inputGroup.module.css";
import { useToast } from "../../ui/toasts";
import { useForm } from "../../ui/useForm";
import { useSetCost } from "./mutations";

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

/** The field for what an amount cost in total. */
export function CostForm({ entry, asset, what, currency, onDone }: CostFormProps) {
  const id = useId();
  const form = useForm(id, { cost: "" }, rules);
  const { mutate, mutateAsync, isPending, error } = useSetCost(entry);
  const toast = useToast();
  const { noteId, problem, warning, onDismiss } = form.note("cost");
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending || !form.check(event.currentTarget)) return;
    const undo = () => mutate({ asset, amount: null });
    // The form may be gone by then, because nothing is missing any more.
    const done = () => {
      onDone();
      toast({ text: `Cost of ${what} set`, undo });
    };
    await mutateAsync({ asset, amount: readAmount(form.texts.cost) }).then(done, () => undefined);
  };
  return (
    <form className={css.form} onSubmit={(event) => void submit(event)} noValidate>
      <label htmlFor={id}>What {what} cost you in total</label>
      <div className={css.formLine}>
        <div className={`${group.group} ${css.field}`}>
          <input
            id={id}
            // biome-ignore lint/a11y/noAutofocus: a press on its button opens the field
            autoFocus
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
