import {
  type Download,
  exportAverageCostBasis,
  exportCounterPartyVolumeTraded,
  exportGasFeeOvertime,
  exportTransactions,
} from "@spyhop/sdk";
import { saveBlob } from "../../ui/saveFile";
import type { Span, TransactionsChoice } from "./types";

/** Saves a file that is being downloaded. Returns its name. */
async function saved(download: Promise<Download>): Promise<string> {
  const { name, content } = await download;
  saveBlob(name, content);
  return name;
}

export const saveTransactions = (choice: TransactionsChoice) => saved(exportTransactions(choice));
export const saveFees = (span: Span) => saved(exportGasFeeOvertime(span));
export const saveCounterparties = (span: Span) => saved(exportCounterPartyVolumeTraded(span));
export const saveCosts = (span: Span) => saved(exportAverageCostBasis(span));
