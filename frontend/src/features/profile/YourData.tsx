import { date } from "../../format/time";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { InlineFailure } from "../../ui/Note";
import { AccessRow } from "./AccessRow";
import { useLastExport } from "./lastExport";
import css from "./rows.module.css";
import { useAction } from "./useAction";

interface YourDataProps {
  /** Whether the person has an account; without one, data is erased at once. */
  isRegistered: boolean;
  /** Downloads the archive. */
  exportAll: () => Promise<unknown>;
  onDelete: () => void;
}

/** The export and the deletion of everything about the person. */
export function YourData({ isRegistered, exportAll, onDelete }: YourDataProps) {
  const [lastExport, noteExport] = useLastExport();
  const { running, failure, run } = useAction(async (_: "export") => {
    await exportAll();
    noteExport();
  });
  return (
    <Card title="Your data">
      {failure ? (
        <div className={css.failure}>
          <InlineFailure>{failure}</InlineFailure>
        </div>
      ) : null}
      <ul>
        <AccessRow
          icon="download"
          title="Export everything"
          note={`A ZIP of everything, as CSV and JSON.${lastExport ? ` Last made on this browser ${date(lastExport)}.` : ""}`}
          action={
            <Button small aria-label="Export everything" busy={running !== null} onClick={() => run("export")}>
              Export
            </Button>
          }
        />
        <AccessRow
          icon="trash"
          title={isRegistered ? "Delete account" : "Delete my data"}
          note={
            isRegistered
              ? "Private data is erased after 7 days. Sign in to undo."
              : "Your wallets and settings are erased immediately. There is no undo."
          }
          action={
            <Button small className={css.danger} onClick={onDelete}>
              {isRegistered ? "Delete account" : "Delete"}
            </Button>
          }
        />
      </ul>
    </Card>
  );
}
