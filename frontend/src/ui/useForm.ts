import { type ChangeEvent, type ClipboardEvent, useState } from "react";
import { enter, type FieldKind, type GuardedText, guarded, prepareSecrets } from "../format/secret";
import { pastedSecret } from "./useGuardedText";

/** Returns the problem of a text; empty if it is valid. */
export type Rule = (text: string) => string;

/** The text must not be blank. */
export const required =
  (problem: string): Rule =>
  (text) =>
    text.trim() === "" ? problem : "";

/** The text is limited in length. The field itself accepts more, so that a secret is recognized before it is truncated. */
export const atMost =
  (letters: number, problem: string): Rule =>
  (text) =>
    text.trim().length > letters ? problem : "";

type Texts<K extends string> = Readonly<Record<K, string>>;
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The props that bind a control to the form. */
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

/** The messages under a control. */
export interface FieldNote {
  noteId: string;
  problem: string | undefined;
  /** That a secret was cleared. */
  warning: string;
  onDismiss: () => void;
}

/** Form state. Each field is validated on blur, all of them on submit; secrets are cleared. */
export function useForm<K extends string>(
  id: string,
  first: Texts<K>,
  rules: Partial<Record<K, Rule>>,
  places: Partial<Record<K, FieldKind>> = {},
) {
  const names = Object.keys(first) as K[];
  const [fields, setFields] = useState(
    () => Object.fromEntries(names.map((name) => [name, guarded(first[name])])) as Record<K, GuardedText>,
  );
  const [problems, setProblems] = useState<Partial<Record<K, string>>>({});
  const texts = Object.fromEntries(names.map((name) => [name, fields[name].text])) as Texts<K>;
  const problemOf = (name: K, text: string): string => rules[name]?.(text) ?? "";
  const placeOf = (name: K): FieldKind => places[name] ?? "any";
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
  /** Validates all fields and focuses the first invalid one. */
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
