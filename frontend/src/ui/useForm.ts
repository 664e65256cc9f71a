import { type ChangeEvent, useState } from "react";

/** What is wrong with a text; empty when nothing is. */
export type Rule = (text: string) => string;

/** Something must be chosen or written. */
export const required =
  (problem: string): Rule =>
  (text) =>
    text.trim() === "" ? problem : "";

type Texts<K extends string> = Readonly<Record<K, string>>;
type Control = HTMLInputElement | HTMLSelectElement;

/** What a control needs to be part of a form. */
export interface Bound {
  name: string;
  value: string;
  onChange: (event: ChangeEvent<Control>) => void;
  onBlur: () => void;
  "aria-invalid": true | undefined;
  "aria-describedby": string;
}

/** The fields of a form: each is checked when it is left and all of them when the form is sent. */
export function useForm<K extends string>(id: string, first: Texts<K>, rules: Partial<Record<K, Rule>>) {
  const [texts, setTexts] = useState(first);
  const [problems, setProblems] = useState<Partial<Record<K, string>>>({});
  const names = Object.keys(first) as K[];
  const problemOf = (name: K, text: string): string => rules[name]?.(text) ?? "";
  const bind = (name: K): Bound => ({
    name,
    value: texts[name],
    onChange: ({ target }) => {
      setTexts((old) => ({ ...old, [name]: target.value }));
      setProblems((old) => ({ ...old, [name]: "" }));
    },
    onBlur: () => setProblems((old) => ({ ...old, [name]: problemOf(name, texts[name]) })),
    "aria-invalid": problems[name] ? true : undefined,
    "aria-describedby": `${id}-${name}`,
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
  return { texts, problems, bind, check };
}
