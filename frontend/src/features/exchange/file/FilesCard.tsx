import { useState } from "react";
import { plural } from "../../../format/text";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { InlineFailure } from "../../../ui/Note";
import { Freshness } from "../../../ui/Time";
import page from "../accountPage.module.css";
import { useFiles } from "../queries";
import type { ExchangeAccount, ExchangeFile } from "../types";
import css from "./filesCard.module.css";
import { RemoveFileDialog } from "./RemoveFileDialog";
import { spanWords } from "./span";

function Line({ file, onRemove }: { file: ExchangeFile; onRemove: () => void }) {
  const { form, row_count, unreadable_count, count_unlisted, imported_on } = file;
  const span = spanWords(file);
  return (
    <li>
      <p>
        {form} <small>{span}</small>
        <small>
          {plural(row_count, "row")} · imported <Freshness at={imported_on} />
        </small>
        {unreadable_count > 0 ? (
          <small className={css.unread}>{plural(unreadable_count, "row")} could not be read</small>
        ) : null}
        {count_unlisted ? <small>Counts rows that the exchange's lists do not have</small> : null}
      </p>
      <Button small aria-label={`Remove ${form}, ${span}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}

/** The files that were imported into an account, if there are any. */
export function FilesCard({ account }: { account: ExchangeAccount }) {
  const { data: files, error, refetch } = useFiles(account);
  const [removed, setRemoved] = useState<ExchangeFile | null>(null);
  const isLost = !files && error !== null;
  if (!isLost && (!files || files.length === 0)) return null;
  return (
    <Card title="Imported files" aside={files && files.length > 1 ? plural(files.length, "file") : undefined}>
      {isLost ? (
        <div className={css.lost}>
          <InlineFailure>
            {error.message}{" "}
            <Button tone="link" small onClick={() => void refetch()}>
              Try again
            </Button>
          </InlineFailure>
        </div>
      ) : null}
      <ul className={page.rows}>
        {files?.map((file) => (
          <Line key={file.id} file={file} onRemove={() => setRemoved(file)} />
        ))}
      </ul>
      {removed ? <RemoveFileDialog account={account} file={removed} onClose={() => setRemoved(null)} /> : null}
    </Card>
  );
}
