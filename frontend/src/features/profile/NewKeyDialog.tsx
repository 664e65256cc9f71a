import { type FormEvent, useId, useState } from "react";
import { Dialog } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { FormActions } from "../../ui/FormActions";
import { InlineFailure } from "../../ui/Note";
import { atMost, type Rule, useForm } from "../../ui/useForm";
import css from "./apiKeys.module.css";
import { SCOPES, scopeNames } from "./scopes";
import type { NewKey, Scope } from "./types";

const LONGEST_NAME = 60;
const isShort = atMost(LONGEST_NAME, `Use at most ${LONGEST_NAME} characters.`);
const nameRule: Rule = (text) =>
  text.trim() === "" ? "Enter a name, so that you recognize the key later." : isShort(text);

/** How long a key can be valid, in days. */
const DAYS = [
  ["30", "30 days"],
  ["90", "90 days"],
  ["365", "1 year"],
  ["", "No end date"],
] as const;

interface NewKeyDialogProps {
  create: (key: NewKey) => Promise<void>;
  onClose: () => void;
}

/** The dialog that creates an API key. */
export function NewKeyDialog({ create, onClose }: NewKeyDialogProps) {
  const form = useForm(useId(), { name: "", days: "90" }, { name: nameRule });
  const [chosen, setChosen] = useState<ReadonlySet<Scope>>(new Set(["portfolio"]));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const toggle = (scope: Scope) => {
    const next = new Set(chosen);
    if (!next.delete(scope)) next.add(scope);
    setChosen(next);
    setFailure("");
  };
  const send = async () => {
    setBusy(true);
    setFailure("");
    try {
      const scopes = scopeNames.filter((scope) => chosen.has(scope));
      await create({
        name: form.texts.name.trim(),
        scopes,
        days: form.texts.days === "" ? null : Number(form.texts.days),
      });
    } catch (thrown) {
      setFailure(thrown instanceof Error ? thrown.message : "Something Went Wrong");
      setBusy(false);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy || !form.check(event.currentTarget)) return;
    if (chosen.size === 0) setFailure("Choose at least one thing that the key may read.");
    else void send();
  };
  return (
    <Dialog title="New API key" subtitle="It reads your data and can change nothing." onClose={onClose}>
      <form className={css.form} onSubmit={submit} noValidate>
        <Field label="Name" {...form.note("name")}>
          {(id) => <input id={id} placeholder="Tax sheet" autoComplete="off" maxLength={250} {...form.bind("name")} />}
        </Field>
        <fieldset className={css.scopes}>
          <legend>May read</legend>
          {scopeNames.map((scope) => (
            <label key={scope}>
              <input type="checkbox" checked={chosen.has(scope)} onChange={() => toggle(scope)} />
              <span>
                {SCOPES[scope].label}
                <small>{SCOPES[scope].reads}</small>
              </span>
            </label>
          ))}
        </fieldset>
        <Field label="Valid for" {...form.note("days")}>
          {(id) => (
            <select id={id} {...form.bind("days")}>
              {DAYS.map(([days, label]) => (
                <option key={days} value={days}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <p className={css.docs}>
          What a key can call is in the{" "}
          <a href="/docs" target="_blank" rel="noreferrer">
            API documentation<span className="vh">, opens in a new tab</span>
          </a>
          .
        </p>
        {failure ? <InlineFailure>{failure}</InlineFailure> : null}
        <FormActions submit="Create key" busy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
