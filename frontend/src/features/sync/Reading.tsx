import { useState } from "react";
import { briefly } from "../../format/reason";
import { count, ordinal, plural } from "../../format/text";
import { clock } from "../../format/time";
import { Brief } from "../../ui/Brief";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { Meter } from "../../ui/Meter";
import { FailureNote } from "../../ui/Note";
import { Until } from "../../ui/Time";
import { useToast } from "../../ui/toasts";
import { useLasting } from "../../ui/useLasting";
import { type SyncSource, type SyncStatus, useReadSource, useSyncStatus } from "./queries";
import css from "./reading.module.css";

/** Rows at first. */
const SHOWN = 3;
/** Of failures fewer: all of them are named once more under what is missing. */
const SHOWN_FAILED = 2;
const order: Record<SyncSource["state"], number> = { failed: 0, running: 1, waiting: 2, done: 3 };

/** What the source is about: the label, or the network of an address. */
const PLACES: Partial<Record<SyncSource["kind"], string>> = { prices: "Prices", extended_key: "Extended key" };
const placeOf = ({ chain_name, kind }: SyncSource): string => chain_name ?? PLACES[kind] ?? "Names";

/** The server names those whose turn comes first. */
function inLine(source: SyncSource, next: string[]): string {
  const before = next.indexOf(source.id);
  if (before < 0) return "";
  return before === 0 ? ", next" : `, ${ordinal(before + 1)} in line`;
}

function progressOf(source: SyncSource, next: string[]): string {
  const place = placeOf(source);
  if (source.state === "waiting") return `${place} · waiting${inLine(source, next)}`;
  if (source.unit === "activity")
    return `${place} · ${source.state === "done" ? "no activity" : "checking for activity"}`;
  if (source.kind === "extended_key" && source.state === "running")
    return `Scanning · ${plural(source.done, "address", "addresses")} checked`;
  if (source.total === null) return `${place} · ${count(source.done)} ${source.unit}`;
  return `${place} · ${count(source.done)} of ${count(source.total)} ${source.unit}`;
}

const partOf = ({ state, done, total }: SyncSource): number => (state === "done" ? 1 : total ? done / total : 0);

function Failed({ source }: { source: SyncSource }) {
  const { mutate, isPending } = useReadSource();
  const toast = useToast();
  const { last_error: error } = source;
  const failedAt = `failed at ${clock(source.updated_at)}`;
  return (
    <li data-state="failed">
      <div className={css.two}>
        <span title={source.label}>{source.label}</span>
        <Brief line={`${placeOf(source)} · ${error ? briefly(error.code, error.text) : failedAt}`} tone="bad">
          {error?.text ?? `This ${failedAt}.`}
          {source.next_try_at ? (
            <>
              {" Retries "}
              <Until at={source.next_try_at} />.
            </>
          ) : null}
        </Brief>
      </div>
      <Button
        small
        busy={isPending}
        aria-label={`Try again: ${source.label}`}
        onClick={() => mutate(source, { onError: (problem) => toast({ text: problem.message, bad: true }) })}
      >
        Try again
      </Button>
    </li>
  );
}

function Source({ source, next }: { source: SyncSource; next: string[] }) {
  if (source.state === "failed") return <Failed source={source} />;
  const part = partOf(source);
  return (
    <li data-state={source.state}>
      <span className={css.two} title={source.label}>
        {source.label}
        <small>{progressOf(source, next)}</small>
      </span>
      {source.state === "waiting" ? null : <Meter part={part} />}
      <span className={css.state}>
        {source.state === "done" ? <Icon name="check" size={14} /> : null}
        {source.state === "waiting" ? <Icon name="clock" size={14} /> : null}
        {source.state === "running" ? `${Math.floor(part * 100)}%` : null}
      </span>
    </li>
  );
}

/** Finished sources are announced; each percent is not. */
const Announcement = ({ status }: { status: SyncStatus }) => (
  <p className="vh" role="status">
    {status.done} of {plural(status.total, "source")} done{status.failed > 0 ? `, ${status.failed} failed` : ""}
  </p>
);

function List({ status }: { status: SyncStatus }) {
  const [all, setAll] = useState(false);
  const sorted = [...status.sources].sort((a, b) => order[a.state] - order[b.state]);
  const busy = status.running + status.waiting > 0;
  const worth = busy ? sorted : sorted.filter((source) => source.state === "failed");
  const first = worth.slice(0, busy ? SHOWN : SHOWN_FAILED);
  const shown = all ? sorted : first;
  return (
    <>
      <ul className={css.list}>
        {shown.map((source) => (
          <Source key={source.id} source={source} next={status.next} />
        ))}
      </ul>
      <p className={css.note}>
        {sorted.length > first.length ? (
          <Button tone="link" small aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? "Show fewer" : `Show all ${count(sorted.length)}`}
          </Button>
        ) : busy ? (
          "Totals appear as each source answers."
        ) : null}
        {all && status.left_out > 0
          ? ` ${plural(status.left_out, "more source is", "more sources are")} not listed.`
          : null}
      </p>
    </>
  );
}

/** What is being read, how far it is, and what failed. */
export function Reading() {
  const query = useSyncStatus();
  const { data: status, error } = useLasting(query);
  const [open, setOpen] = useState(false);
  if (!status)
    return (
      <Card title="Updating sources">
        {error ? (
          <FailureNote title="Couldn't load progress" failure={error} onRetry={() => void query.refetch()} />
        ) : (
          <p className={css.note}>Loading progress…</p>
        )}
      </Card>
    );
  const quiet = status.done === status.total && !open;
  return (
    <Card title={quiet ? "Sources" : "Updating sources"} aside={`${count(status.done)} of ${count(status.total)} done`}>
      <Announcement status={status} />
      {quiet ? (
        <p className={css.all}>
          {status.total === 0 ? (
            "Nothing to load yet."
          ) : (
            <>
              <Icon name="check" size={16} />
              All sources answered.
              <Button tone="link" small onClick={() => setOpen(true)}>
                Show
              </Button>
            </>
          )}
        </p>
      ) : (
        <List status={status} />
      )}
    </Card>
  );
}
