import { Tag } from "../../ui/Tag";
import { isAtExchange } from "./atExchange";
import { EntrySection } from "./EntrySection";
import css from "./entry.module.css";
import { legsOf } from "./legs";
import { problemOf } from "./problem";
import type { EntryDetails, HistoryRow } from "./types";
import { counterpartyOf, kindNoun, protocolName } from "./words";

/** How sure the kind of an entry is. */
function stateOf(row: HistoryRow) {
  if (row.decoding === "complete") return <Tag icon="check">Complete</Tag>;
  if (row.decoding === "failed") return <Tag tone="loss">Failed, kept as read</Tag>;
  return <Tag tone="warn">{legsOf(row).length > 0 ? "By amounts" : "Not recognized"}</Tag>;
}

/** What an exchange states its own rows to be. */
const exchangeWords = (row: HistoryRow): string =>
  row.decoding === "complete"
    ? `${row.chain_name} states that this is ${kindNoun(row)}.`
    : `Spyhop does not know the kind that ${row.chain_name} states. The amounts are as it lists them.`;

/** What the transaction was recognized as, and by what. */
function recognizedWords({ row, decoding_text }: EntryDetails): string {
  if (row.decoding === "failed") return decoding_text;
  if (isAtExchange(row)) return exchangeWords(row);
  if (row.decoding === "complete") return `Recognized as ${kindNoun(row)}.`;
  return legsOf(row).length > 0
    ? `Recognized as ${kindNoun(row)} by the amounts that moved.`
    : "Spyhop does not recognize what this transaction did. No amount moved.";
}

/** Where the name of a protocol is known from, if the counterparty has no label that says it. */
function protocolOrigin(row: HistoryRow): string {
  const isLabelled = counterpartyOf(row)?.name;
  if (!row.protocol || isLabelled) return "";
  return ` ${protocolName(row.protocol)} is known from the contracts and events of the transaction.`;
}

/** How the transaction was understood and by which decoder, or what could not be read of it. */
export function EntryDecoding(details: EntryDetails) {
  const { row, decoder, decoder_version } = details;
  const problem = problemOf(details);
  return (
    <EntrySection
      title="Decoding"
      note={problem ? `Version ${decoder_version}` : `${decoder}, version ${decoder_version}`}
      side={problem ? <Tag tone="warn">{problem.state}</Tag> : stateOf(row)}
    >
      <p className={css.text}>
        {problem?.text ?? recognizedWords(details)}
        {protocolOrigin(row)}
      </p>
    </EntrySection>
  );
}
