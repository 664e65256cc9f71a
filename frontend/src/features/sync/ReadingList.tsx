import { shortReason } from "../../format/reason";
import { count, ordinal, plural } from "../../format/text";
import { clock } from "../../format/time";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { Meter } from "../../ui/Meter";
import { Until } from "../../ui/Time";
import { TruncatedText } from "../../ui/TruncatedText";
import { useToast } from "../../ui/toasts";
import { useReadSource } from "./queries";
import css from "./reading.module.css";
import type { SyncSource, SyncStatus } from "./types";

const order: Record<SyncSource["state"], number> = { failed: 0, running: 1, waiting: 2, done: 3 };

/** The names of kinds of sources that are not a network. */
const PLACES: Partial<Record<SyncSource["kind"], string>> = { prices: "Prices", extended_key: "Extended key" };
const placeOf = ({ chain_name, kind }: SyncSource): string => chain_name ?? PLACES[kind] ?? "Names";

/** Whether a source is next in the queue, as the server reports. */
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
        <TruncatedText
          line={`${placeOf(source)} · ${error ? shortReason(error.code, error.text) : failedAt}`}
          tone="bad"
        >
          {error?.text ?? `This ${failedAt}.`}
          {source.next_try_at ? (
            <>
              {" Retries "}
              <Until at={source.next_try_at} />.
            </>
          ) : null}
        </TruncatedText>
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

/** The full list of sources: failures first, then those being read. */
export function ReadingList({ status }: { status: SyncStatus }) {
  // Histories have a list of their own, on Transaction history. No total waits for them.
  const sorted = status.sources
    .filter(({ kind }) => kind !== "history")
    .sort((a, b) => order[a.state] - order[b.state]);
  return (
    <>
      <ul className={css.list}>
        {sorted.map((source) => (
          <Source key={source.id} source={source} next={status.next} />
        ))}
      </ul>
      {status.left_out > 0 ? (
        <p className={css.note}>{plural(status.left_out, "more is", "more are")} not listed.</p>
      ) : null}
    </>
  );
}
