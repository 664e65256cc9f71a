import { type ChangeEvent, type ClipboardEvent, useState } from "react";
import { enter, type GuardedText, guarded, type Place, prepareSecrets } from "../format/secret";
import { pastedSecret } from "./useGuardedText";

/** What is wrong with a text; empty when nothing is. */
export type Rule = (text: string) => string;

/** Something must be chosen or written. */
export const required =
  (problem: string): Rule =>
  (text) =>
    text.trim() === "" ? problem : "";

/** A text with a limited number of letters. The field takes more, so that a secret is recognized before it is cut. */
export const atMost =
  (letters: number, problem: string): Rule =>
  (text) =>
    text.trim().length > letters ? problem : "";

type Texts<K extends string> = Readonly<Record<K, string>>;
type Control = HTMLInputElement | HTMLSelectElement;

/** What a control needs to be part of a form. */
export interface Bound {
  name: string;
  value: string;
  onChange: (event: ChangeEvent<Control>) => void;
  onBlur: () => void;
  onFocus: () => void;
  onPaste: (event: ClipboardEvent) => void;
  "aria-invalid": true | undefined;
  "aria-describedby": string;
}

/** What a field says under its control. */
export interface FieldNote {
  noteId: string;
  problem: string | undefined;
  /** That a secret was cleared. */
  warning: string;
  onDismiss: () => void;
}

/** The fields of a form: each is checked when it is left and all of them when the form is sent; secrets are cleared. */
export function useForm<K extends string>(
  id: string,
  first: Texts<K>,
  rules: Partial<Record<K, Rule>>,
  places: Partial<Record<K, Place>> = {},
) {
  const names = Object.keys(first) as K[];
  const [fields, setFields] = useState(
    () => Object.fromEntries(names.map((name) => [name, guarded(first[name])])) as Record<K, GuardedText>,
  );
  const [problems, setProblems] = useState<Partial<Record<K, string>>>({});
  const texts = Object.fromEntries(names.map((name) => [name, fields[name].text])) as Texts<K>;
  const problemOf = (name: K, text: string): string => rules[name]?.(text) ?? "";
  const placeOf = (name: K): Place => places[name] ?? "any";
  const write = (name: K, text: string) => {
    setFields((old) => ({ ...old, [name]: enter(old[name], text, Date.now(), placeOf(name)) }));
    setProblems((old) => ({ ...old, [name]: "" }));
  };
  const bind = (name: K): Bound => ({
    name,
    value: texts[name],
    onChange: ({ target }) => write(name, target.value),
    onBlur: () => setProblems((old) => ({ ...old, [name]: problemOf(name, texts[name]) })),
    onFocus: prepareSecrets,
    onPaste: (event) => {
      const secret = pastedSecret(event, placeOf(name));
      if (secret !== null) write(name, secret);
    },
    "aria-invalid": problems[name] || fields[name].warning ? true : undefined,
    "aria-describedby": `${id}-${name}`,
  });
  const note = (name: K): FieldNote => ({
    noteId: `${id}-${name}`,
    problem: problems[name],
    warning: fields[name].warning,
    onDismiss: () => setFields((old) => ({ ...old, [name]: guarded(old[name].text) })),
  });
  /** Whether everything is as it must be; otherwise the first field that is not has the focus. */
  const check = (form: HTMLFormElement): boolean => {
    const found = names.map((name) => [name, problemOf(name, texts[name])] as const);
    setProblems(Object.fromEntries(found) as Record<K, string>);
    const wrong = found.find(([, problem]) => problem !== "");
    const control = wrong ? form.elements.namedItem(wrong[0]) : null;
    if (control instanceof HTMLElement) control.focus();
    return wrong === undefined;
  };
  return { texts, problems, bind, note, check, write };
}
