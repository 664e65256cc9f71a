import type { DecodingProblem, EntryDetails, HistoryRow } from "./types";

/** What could not be read of a transaction. The server states its code in place of the decoder. */
const problems: Readonly<Record<string, DecodingProblem>> = {
  fee: { state: "Fee incomplete", text: "The amounts that moved were read. Only the fee is not known in full." },
  amounts_and_fee: {
    state: "Amounts incomplete",
    text: "Amounts and the fee of this transaction are not known in full.",
  },
  value: {
    state: "Amounts incomplete",
    text: "No source lists the transaction itself, so coins that moved with it may be missing.",
  },
  other_side: {
    state: "Other side unknown",
    text: "The exchange lists only one side of this trade. What was given or received for it is not known.",
  },
  transfers: {
    state: "Amounts incomplete",
    text: "A token transfer of this transaction could not be read, so an amount may be missing.",
  },
};

type Decoded = Pick<EntryDetails, "row" | "decoder">;

/** What could not be read of an entry; null if all was read, or if its decoder failed. */
export const problemOf = ({ row, decoder }: Decoded): DecodingProblem | null =>
  row.decoding === "failed" && Object.hasOwn(problems, decoder) ? (problems[decoder] ?? null) : null;

/** Why the fee of an entry is not exact; null if it is. */
export function feeProblem(row: HistoryRow | undefined): string | null {
  if (!row?.fee_incomplete) return null;
  return row.fee
    ? `At least this much. No source states what ${row.chain_name} charged for its data.`
    : "No source states this fee.";
}
