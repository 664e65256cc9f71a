import type { ReactNode } from "react";
import { percentOf } from "../../format/quantity";
import { spanOf } from "../../format/spans";
import { count } from "../../format/text";
import { CoverageNote } from "../../ui/CoverageNote";
import { Icon } from "../../ui/Icon";
import { useShowMore } from "../../ui/useShowMore";
import css from "./counterparties.module.css";
import { kindLabel } from "./kinds";
import type { Volumes, VolumeTotals } from "./types";
import { VolumeAmount } from "./VolumeAmount";
import { VolumeRow } from "./VolumeRow";
import { beyond, feeRate, summed, type VolumeLine } from "./volumes";
import table from "./volumeTable.module.css";
import type { VolumeView } from "./volumeView";

/** The rows before the button that shows the others. */
const ROWS = 10;

interface VolumeTableProps {
  volumes: Volumes;
  lines: readonly VolumeLine[];
  isStale: boolean;
  view: VolumeView;
  /** Opens the panel of a service; null closes it. */
  onOpen: (name: string | null) => void;
  /** The button that shows how far each account is read; null for visitors. */
  accounts: ReactNode;
}

interface SumRowProps extends Pick<VolumeTableProps, "volumes" | "view"> {
  totals: VolumeTotals;
  /** The rows that are not shown. */
  hidden: readonly VolumeLine[];
  /** The button that shows them; null if all are shown. */
  more: ReactNode;
}

/** The sums of all rows, and how much of the volume they are. */
function SumRow({ totals, volumes, view, hidden, more }: SumRowProps) {
  const currency = volumes.currency_code;
  const share = percentOf(totals.total_volume.value, volumes.total_volume.value, 1);
  const name = view.kind === null ? "Total" : kindLabel(view.kind);
  return (
    <tr>
      <td />
      <th scope="row" colSpan={view.by === "protocol" ? 2 : 1}>
        <span className={more ? "vh" : undefined}>{name}</span>
        {more}
        {hidden.length > 0 ? (
          <span className={table.hidden}>
            <VolumeAmount
              total={summed(hidden.map((line) => line.totals)).total_volume}
              currency={currency}
              label="Volume of the other rows"
            />
          </span>
        ) : null}
      </th>
      <td className={table.volume}>
        <VolumeAmount total={totals.total_volume} currency={currency} label={`${name}, volume`} />
      </td>
      <td className={table.share}>
        <span>{share === "?" ? "–" : share}</span>
      </td>
      <td className={table.entries}>{count(totals.total_count)}</td>
      <td className={table.fees}>
        <VolumeAmount total={totals.total_fees} currency={currency} label={`${name}, fees`} />
      </td>
      <td className={table.rate}>{feeRate(totals) ?? "not known"}</td>
    </tr>
  );
}

/** The services or their contracts, the largest volume first. */
export function VolumeTable({ volumes, lines, isStale, view, onOpen, accounts }: VolumeTableProps) {
  const [shown, more] = useShowMore(lines, ROWS);
  const services = new Map(lines.map(({ service }) => [service.name, service]));
  const totals = summed([...services.values()]);
  const rest = beyond(
    totals,
    lines.map((line) => line.totals),
  );
  const isContract = view.by === "contract";
  return (
    <section
      className={css.card}
      aria-label="Counterparties"
      aria-busy={isStale || undefined}
      data-stale={isStale || undefined}
    >
      <table className={table.table} data-contract={isContract || undefined}>
        <caption className="vh">{isContract ? "Contracts" : "Services"}, the largest volume first</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">Counterparty</th>
            {isContract ? null : (
              <th scope="col" className={table.bars}>
                {spanOf(view.span).label === "Max" ? "All time" : spanOf(view.span).words}
              </th>
            )}
            <th scope="col" className={table.volume} aria-sort="descending">
              Volume
              <Icon name="down" size={12} />
            </th>
            <th scope="col" className={table.share}>
              Share
            </th>
            <th scope="col" className={table.entries}>
              Entries
            </th>
            <th scope="col" className={table.fees}>
              Fees
            </th>
            <th scope="col" className={table.rate}>
              Rate
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((line, place) => (
            <VolumeRow
              key={line.id}
              line={line}
              rank={place + 1}
              largest={lines[0]}
              volumes={volumes}
              isOpen={line.service.name === view.open}
              onOpen={onOpen}
            />
          ))}
        </tbody>
        <tfoot>
          <SumRow totals={totals} volumes={volumes} view={view} hidden={lines.slice(shown.length)} more={more} />
        </tfoot>
      </table>
      <div className={css.foot}>
        {rest ? <p>Only the 20 largest contracts of a service have rows.</p> : null}
        <CoverageNote coverage={volumes.coverage} accounts={accounts} />
      </div>
    </section>
  );
}
