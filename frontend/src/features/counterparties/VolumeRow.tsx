import type { KeyboardEvent } from "react";
import { fractionOf } from "../../format/decimal";
import { knownPart } from "../../format/partialTotal";
import { percentOf } from "../../format/quantity";
import { count } from "../../format/text";
import { Avatar } from "../../ui/Avatar";
import { Meter } from "../../ui/Meter";
import { SmallBars } from "./SmallBars";
import type { Volumes } from "./types";
import { VolumeAmount } from "./VolumeAmount";
import { type FeeState, feeRate, feeState, type VolumeLine } from "./volumes";
import css from "./volumeTable.module.css";

interface VolumeRowProps {
  line: VolumeLine;
  rank: number;
  /** The row to which the bars of shares are scaled. */
  largest: VolumeLine | undefined;
  volumes: Volumes;
  isOpen: boolean;
  /** Opens the panel of a service; null closes it. */
  onOpen: (name: string | null) => void;
}

const WORDS: Readonly<Record<Exclude<FeeState, "known">, readonly [fees: string, rate: string]>> = {
  in_price: ["in the price", "not known"],
  none: ["none", "–"],
  unknown: ["not known", "not known"],
};

/** The button of the row that a key leads to; null for other keys. */
function nextLine({ key, currentTarget }: KeyboardEvent<HTMLElement>): HTMLElement | null {
  const lines = [...(currentTarget.closest("tbody")?.querySelectorAll<HTMLElement>("[data-line]") ?? [])];
  const at = lines.indexOf(currentTarget);
  const steps: Readonly<Record<string, number>> = {
    ArrowUp: at - 1,
    ArrowDown: at + 1,
    Home: 0,
    End: lines.length - 1,
  };
  return lines[steps[key] ?? -1] ?? null;
}

function FeeCells({ line: { service, totals }, volumes }: Pick<VolumeRowProps, "line" | "volumes">) {
  const state = feeState(service.kind, totals);
  const [fees, rate] = state === "known" ? [null, feeRate(totals)] : WORDS[state];
  return (
    <>
      <td className={css.fees}>
        {fees === null ? (
          <VolumeAmount total={totals.total_fees} currency={volumes.currency_code} label={`${service.name}, fees`} />
        ) : (
          <span className={css.quiet}>{fees}</span>
        )}
      </td>
      <td className={css.rate}>{rate ?? "not known"}</td>
    </>
  );
}

/** A row of the ranking. The whole row opens the panel, and a second press closes it. */
export function VolumeRow({ line, rank, largest, volumes, isOpen, onOpen }: VolumeRowProps) {
  const { service, detail, address, totals, figure } = line;
  const share = percentOf(totals.total_volume.value, volumes.total_volume.value, 1);
  const part = largest ? fractionOf(knownPart(totals.total_volume), knownPart(largest.totals.total_volume)) : 0;
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const next = nextLine(event);
    if (!next) return;
    event.preventDefault();
    next.focus();
    // The panel follows the row.
    if (isOpen) onOpen(next.dataset.line ?? null);
  };
  return (
    <tr className={css.row} data-open={isOpen || undefined}>
      <td className={css.rank}>{count(rank)}</td>
      <th scope="row">
        <span className={css.party}>
          <Avatar name={service.name} colour="var(--c8)" isPlace />
          <span>
            <button
              type="button"
              className={css.open}
              data-line={service.name}
              aria-expanded={isOpen}
              onClick={() => onOpen(isOpen ? null : service.name)}
              onKeyDown={onKeyDown}
            >
              {service.name}
              {address ? <span className="vh">, {detail}</span> : null}
            </button>
            <small title={address ?? undefined} aria-hidden={address ? true : undefined}>
              {detail}
            </small>
          </span>
        </span>
      </th>
      {address ? null : (
        <td className={css.bars}>
          <SmallBars days={volumes.days} periods={service.periods} />
        </td>
      )}
      <td className={css.volume}>
        <VolumeAmount
          total={totals.total_volume}
          currency={volumes.currency_code}
          figure={figure}
          label={`${service.name}, volume`}
        />
        {totals.total_volume.left_out > 0 ? <small>{count(totals.total_volume.left_out)} without a price</small> : null}
      </td>
      <td className={css.share}>
        <span>{share === "?" ? "–" : share}</span>
        <Meter part={part} colour="var(--c3)" className={css.bar} />
      </td>
      <td className={css.entries} data-label={totals.total_count === 1 ? "entry" : "entries"}>
        {count(totals.total_count)}
      </td>
      <FeeCells line={line} volumes={volumes} />
    </tr>
  );
}
