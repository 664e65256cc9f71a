import type { ReactNode } from "react";
import { date, moment, withDates } from "../../format/time";
import { Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { Ago } from "../../ui/Time";
import css from "./keyCard.module.css";
import type { ExchangeAccount, ExchangeKey } from "./types";

interface Fact {
  label: string;
  note?: ReactNode;
  /** The answer in a word. */
  word: string;
  tone: "good" | "warn" | "unknown";
}

/** The codes of warnings that a row of the card says already. */
const SAID = ["any_address", "ends_soon"];

const hasWarning = ({ warnings }: ExchangeKey, code: string): boolean => warnings.some((one) => one.code === code);

function boundFact({ is_bound, addresses }: ExchangeKey, exchange: string): Fact {
  const label = "Works from certain addresses only";
  if (is_bound === null) return { label, note: `${exchange} does not say`, word: "Not known", tone: "unknown" };
  return is_bound
    ? { label, note: addresses.join(", "), word: "Yes", tone: "good" }
    : { label, note: "Bind it to the address of this server", word: "No", tone: "warn" };
}

function endFact(key: ExchangeKey, exchange: string): Fact {
  const label = "Ends";
  const { ends_on } = key;
  if (ends_on === null) return { label, note: `${exchange} states no end`, word: "Not known", tone: "unknown" };
  return {
    label,
    note: <span title={moment(ends_on)}>on {date(ends_on)}</span>,
    word: hasWarning(key, "ends_soon") ? "Soon" : "Later",
    tone: hasWarning(key, "ends_soon") ? "warn" : "good",
  };
}

/** What a key can do, in the words of its exchange. */
function factsOf(key: ExchangeKey, exchange: string): Fact[] {
  const { is_stated, rights } = key;
  const unknown = {
    note: `${exchange} does not say what its keys can do`,
    word: "Not known",
    tone: "unknown",
  } as const;
  const reads: Fact = {
    label: "Read balances and history",
    ...(is_stated ? { note: rights.join(", "), word: "On", tone: "good" as const } : unknown),
  };
  const moves: Fact = {
    label: "Trade, withdraw, transfer",
    ...(is_stated
      ? {
          note: `${key.is_granted ? "An access" : "A key"} with such a right is refused`,
          word: "Off",
          tone: "good" as const,
        }
      : unknown),
  };
  return key.is_granted ? [reads, moves] : [reads, moves, boundFact(key, exchange), endFact(key, exchange)];
}

const Row = ({ fact: { label, note, word, tone } }: { fact: Fact }) => (
  <div className={css.row}>
    <dt>
      {label}
      {note ? <small>{note}</small> : null}
    </dt>
    <dd data-tone={tone}>
      {tone === "unknown" ? null : <Icon name={tone === "good" ? "check" : "alert"} size={14} />}
      {word}
    </dd>
  </div>
);

/** What the key of an account can do, and when that was checked. */
export function KeyCard({ account: { key, exchange_name } }: { account: ExchangeAccount }) {
  if (!key)
    return (
      <Card title="What this key can do">
        <p className={css.none}>There is no key any more. Replace it to read this account again.</p>
      </Card>
    );
  const notes = key.warnings.filter(({ code }) => !SAID.includes(code));
  return (
    <Card
      title={key.is_granted ? "What this access can do" : "What this key can do"}
      aside={
        <>
          checked <Ago at={key.checked_on} />
        </>
      }
    >
      <dl className={css.rows}>
        {factsOf(key, exchange_name).map((fact) => (
          <Row key={fact.label} fact={fact} />
        ))}
      </dl>
      {notes.map(({ code, text }) => (
        <p key={code} className={css.warning}>
          <Icon name="alert" size={14} />
          {withDates(text)}
        </p>
      ))}
    </Card>
  );
}
