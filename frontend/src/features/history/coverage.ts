import { count, plural } from "../../format/text";
import { date } from "../../format/time";
import type { AccountProgress, HistoryCoverage } from "./types";

const inState = (coverage: HistoryCoverage, ...states: AccountProgress["state"][]): AccountProgress[] =>
  coverage.accounts_status.filter(({ state }) => states.includes(state));

const MONTH = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

/** Whether an account is still waiting or being read. */
export const isBeingRead = (coverage: HistoryCoverage): boolean => inState(coverage, "waiting", "reading").length > 0;

/** Whether there is no account and no wallet of which a history could be known. */
export const isNothingAsked = ({ complete, accounts, gaps }: HistoryCoverage): boolean =>
  !complete && accounts === 0 && gaps.length === 0;

/** How many accounts are read and how far back, while some are still read; after that since when the history is known. */
export const sinceWords = (coverage: HistoryCoverage): string => {
  const { known_since, complete, accounts, accounts_done } = coverage;
  if (isBeingRead(coverage)) {
    const read = `${count(accounts_done)} of ${plural(accounts, "account")} read`;
    return known_since === null ? read : `${read}, back to ${MONTH.format(new Date(known_since))}`;
  }
  if (known_since === null) return complete || isNothingAsked(coverage) ? "No history yet" : "History unknown";
  return `History known since ${date(known_since)}`;
};

/** The first sentence of a text, without its full stop. */
const firstSentence = (text: string): string => text.replace(/\.(?:\s.*)?$/s, "");

/** The gaps in short: the first sentence of the first one, and how many more there are. */
function gapWords([first, ...more]: HistoryCoverage["gaps"]): string {
  if (!first) return "";
  return more.length === 0 ? firstSentence(first.text) : `${firstSentence(first.text)} · ${count(more.length)} more`;
}

/** What is missing from the history: accounts that failed or are cut off, else what no source knows. */
export function missingWords(coverage: HistoryCoverage): string {
  const failed = inState(coverage, "failed").length;
  const unread = inState(coverage, "not_read").length;
  const capped = inState(coverage, "capped").length;
  const words = [
    failed > 0 ? `${plural(failed, "account")} failed` : "",
    unread > 0 ? `${plural(unread, "account")} not read` : "",
    capped > 0 ? `${plural(capped, "account")} at ${capped === 1 ? "its" : "their"} limit` : "",
  ].filter(Boolean);
  if (words.length > 0 || isBeingRead(coverage)) return words.join(" · ");
  return gapWords(coverage.gaps);
}

/** Every gap in full, for a tooltip of the short words; undefined while these name something else. */
export const gapsInFull = (coverage: HistoryCoverage): string | undefined =>
  missingWords(coverage) === gapWords(coverage.gaps)
    ? coverage.gaps.map(({ text }) => text).join("\n") || undefined
    : undefined;

/** Whether something failed or was cut off, so that it stays incomplete by itself. */
export const needsLook = (coverage: HistoryCoverage): boolean =>
  inState(coverage, "failed", "not_read", "capped").length > 0;

/** The part of the history that is read, from 0 to 1; for a bar. */
export function readPart({ complete, entries, total, accounts, accounts_done }: HistoryCoverage): number {
  if (complete) return 1;
  if (total !== null && total > 0) return Math.min(1, entries / total);
  return accounts > 0 ? accounts_done / accounts : 0;
}

/** The part of the history that is read in whole percent; a part never reads as all. */
export const readPercent = (coverage: HistoryCoverage): string => {
  const percent = Math.floor(readPart(coverage) * 100);
  return `${coverage.complete ? 100 : Math.min(99, percent)}%`;
};

/** How far one account is read: `412 of 538`, or what is read while the total is not known. */
export function progressWords({ facts, total }: AccountProgress): string {
  return total === null || total < facts ? `${count(facts)} read` : `${count(facts)} of ${count(total)}`;
}

/** How fast one account is read and by which sources: `1,200 a minute · Etherscan`. Empty while that is not known. */
export const paceWords = ({ rate, sources }: AccountProgress): string =>
  [rate ? `${count(rate)} a minute` : "", (sources ?? []).join(", ")].filter(Boolean).join(" · ");

/** The first accounts that are still read, for the line: `Cold storage 412 of 538 · Savings 61%`. */
export function readingWords(coverage: HistoryCoverage): string {
  const [first, second] = inState(coverage, "reading");
  const share = ({ facts, total }: AccountProgress) =>
    total === null || total < facts || total === 0 ? `${count(facts)} read` : `${Math.floor((facts / total) * 100)}%`;
  return [first ? `${first.name} ${progressWords(first)}` : "", second ? `${second.name} ${share(second)}` : ""]
    .filter(Boolean)
    .join(" · ");
}
