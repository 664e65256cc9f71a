import { type FormEvent, useId, useState } from "react";
import { useToast } from "../../ui/toasts";
import { type Rule, required, useForm } from "../../ui/useForm";
import { proposedName } from "./accounts";
import { refusalOf, useAccountCalls } from "./mutations";
import { nameRule } from "./nameRule";
import type { ExchangeAccount, ExchangeProfile, KeyEntry, KeyWarning, Refusal } from "./types";

/** The name of the account as the call names it. */
export const NAME = "account_name";
const KEY = "api_key";
const SECRET = "api_secret";
const PASSPHRASE = "api_passphrase";

export interface ConnectFormOptions {
  profile: ExchangeProfile;
  /** The names of the person's accounts at this exchange. */
  taken: readonly string[];
  /** The account that gets another key; null for a new account. */
  replaced: ExchangeAccount | null;
  onConnected: () => void;
  /** Opens the dialog to sign up. */
  onRegister: () => void;
}

/** The warning that a secret of a wallet was cleared. Besides the guard for addresses, it says what is entered here. */
const CLEARED =
  "That looks like the secret of a wallet. We cleared it and sent nothing. Anyone who has it can take your funds, so never enter it " +
  "on a website. Spyhop only needs a read-only API key.";

/** The texts that the form begins with. The key itself is never known. */
function firstTexts({ profile, taken, replaced }: ConnectFormOptions): Record<string, string> {
  const name = replaced?.account_name ?? proposedName(profile.name, taken);
  return { [NAME]: name, ...Object.fromEntries(profile.fields.map((field) => [field.name, ""])) };
}

function entryOf(exchange: string, texts: Readonly<Record<string, string>>): KeyEntry {
  const passphrase = texts[PASSPHRASE];
  return {
    exchange,
    account_name: (texts[NAME] ?? "").trim(),
    api_key: (texts[KEY] ?? "").trim(),
    api_secret: (texts[SECRET] ?? "").trim(),
    // A passphrase may begin or end with a space.
    ...(passphrase === undefined ? {} : { api_passphrase: passphrase }),
  };
}

/** The rules of the fields: all are required, and a name must be free for a new account. */
function rulesOf({ profile, taken, replaced }: ConnectFormOptions): Record<string, Rule> {
  const keys = profile.fields.map(({ name, label }) => [name, required(`Enter the ${label}.`)] as const);
  return { [NAME]: nameRule(replaced ? [] : taken), ...Object.fromEntries(keys) };
}

/** Sends what was entered, and keeps what the server says about it until another text is entered. */
function useSending({ profile, replaced, onConnected, onRegister }: ConnectFormOptions) {
  const [isRunning, setRunning] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [warnings, setWarnings] = useState<readonly KeyWarning[]>([]);
  const { connect } = useAccountCalls();
  const toast = useToast();
  const forget = () => {
    setRefusal(null);
    setWarnings([]);
  };
  const refuse = (problem: unknown, element: HTMLFormElement) => {
    const found = refusalOf(problem, [NAME, ...profile.fields.map(({ name }) => name)]);
    if (found.needsAccount) return onRegister();
    setRefusal(found);
    setWarnings([]);
    const control = element.elements.namedItem(Object.keys(found.fields)[0] ?? "");
    if (control instanceof HTMLElement) control.focus();
  };
  const send = async (texts: Readonly<Record<string, string>>, element: HTMLFormElement) => {
    setRunning(true);
    setRefusal(null);
    try {
      const entry = { ...entryOf(profile.exchange, texts), accept_warnings: warnings.length > 0 };
      const { user_account, warnings: found } = await connect(entry);
      if (user_account === null) return setWarnings(found);
      toast({ text: replaced ? `Key of ${replaced.account_name} replaced` : `${profile.name} connected to Spyhop` });
      onConnected();
    } catch (problem) {
      refuse(problem, element);
    } finally {
      setRunning(false);
    }
  };
  return { isRunning, refusal, warnings, forget, send };
}

/** The form that connects an account. What it holds is in no cache and no storage: it is gone when the form is closed. */
export function useConnectForm(options: ConnectFormOptions) {
  const places = options.profile.fields.map(({ name }) => [name, "key"] as const);
  const form = useForm(useId(), firstTexts(options), rulesOf(options), Object.fromEntries(places));
  const { forget, send, ...state } = useSending(options);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!state.isRunning && form.check(event.currentTarget)) void send(form.texts, event.currentTarget);
  };
  const field = (name: string) => {
    const { onChange, ...bound } = form.bind(name);
    const note = form.note(name);
    const problem = note.problem || state.refusal?.fields[name];
    return {
      note: { ...note, problem, warning: note.warning && name !== NAME ? CLEARED : note.warning },
      bound: {
        ...bound,
        "aria-invalid": problem ? (true as const) : bound["aria-invalid"],
        // What was found out about the key is not true of another one.
        onChange: (event: Parameters<typeof onChange>[0]) => {
          forget();
          onChange(event);
        },
      },
    };
  };
  return { field, submit, ...state };
}
