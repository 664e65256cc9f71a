import { plural } from "../../format/text";
import { IconButton } from "../../ui/Button";
import { useToast } from "../../ui/toasts";
import type { ViewRow } from "./assetView";
import { isCut } from "./polling";
import type { Portfolio } from "./types";

/** Returns the function that saves the holdings as CSV. Its code is loaded on demand. */
function useSaveHoldings(portfolio: Portfolio, rows: readonly ViewRow[]) {
  const toast = useToast();
  return async () => {
    try {
      const [{ holdingsCsv }, { saveFile }] = await Promise.all([import("./csv"), import("../../ui/saveFile")]);
      const day = new Date().toISOString().slice(0, 10);
      saveFile(`spyhop-holdings-${day}.csv`, holdingsCsv(portfolio, rows), "text/csv;charset=utf-8");
      const holdings = rows.reduce((sum, { parts }) => sum + parts.length, 0);
      toast({ text: `${plural(holdings, "holding")} saved` });
    } catch {
      toast({ text: "Couldn't save the file. Check your connection and try again.", bad: true });
    }
  };
}

/** The button that saves the holdings. */
export function HomeTools({ portfolio, rows }: { portfolio: Portfolio; rows: readonly ViewRow[] }) {
  const save = useSaveHoldings(portfolio, rows);
  const isReady = rows.length > 0 && !isCut(portfolio);
  return (
    <IconButton
      icon="download"
      label={isReady ? "Save holdings as CSV" : "Save holdings as CSV: still loading"}
      aria-disabled={!isReady}
      onClick={isReady ? () => void save() : undefined}
    />
  );
}
