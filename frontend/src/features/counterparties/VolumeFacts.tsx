import { spanOf } from "../../format/spans";
import { count, plural } from "../../format/text";
import { HeadlineMoney } from "../../ui/Money";
import { Skeleton } from "../../ui/Skeleton";
import { type Stat, StatCards } from "../../ui/StatCards";
import css from "./counterparties.module.css";
import type { Volumes } from "./types";
import { VolumeAmount } from "./VolumeAmount";
import { knownRate } from "./volumes";
import type { VolumeView } from "./volumeView";

const NAMES = ["Counterparties", "Fees", "Trades and transfers", "Without a label"] as const;

/** `3 amounts without a price left out`; nothing if there are none. */
const leftOutWords = (leftOut: number): string =>
  leftOut > 0 ? `${plural(leftOut, "amount")} without a price left out` : "";

/** What is known of the fees: `0.21% where known, 1 not known`. */
function feeNote({ counter_party_volume_traded: services }: Volumes): string {
  const { rate, unknown } = knownRate(services);
  const known = rate === null ? "" : unknown > 0 ? `${rate} where known` : `${rate} of the volume`;
  return [known, unknown > 0 ? `${count(unknown)} not known` : ""].filter(Boolean).join(", ");
}

function statsOf(volumes: Volumes, span: string): Stat[] {
  const { counter_party_volume_traded: services, unlabelled, currency_code: currency } = volumes;
  const { total_volume: volume, total_fees: fees, total_count: entries } = volumes;
  // Of a history that is not whole, nothing found is not zero.
  const isUnknown = entries === 0 && !volumes.coverage.complete;
  const unknown = <span className={css.unknown}>Not known</span>;
  return [
    {
      label: `Volume, ${span}`,
      figure: isUnknown ? unknown : <HeadlineMoney amount={volume.value} currency={currency} label="Volume" />,
      note: leftOutWords(volume.left_out),
      isWarned: volume.left_out > 0,
    },
    { label: NAMES[0], figure: count(services.length), note: "labeled services" },
    {
      label: NAMES[1],
      figure: isUnknown ? unknown : <VolumeAmount total={fees} currency={currency} label="Fees" />,
      note: feeNote(volumes),
    },
    { label: NAMES[2], figure: plural(entries, "entry", "entries"), note: "own transfers left out" },
    {
      label: NAMES[3],
      figure: <VolumeAmount total={unlabelled.total_volume} currency={currency} label="Volume without a label" />,
      note:
        unlabelled.addresses > 0
          ? `${plural(unlabelled.addresses, "address", "addresses")}, counted apart`
          : "every address is labeled",
      isWarned: unlabelled.addresses > 0,
    },
  ];
}

/** The sums over all services. */
export function VolumeFacts({ volumes, view }: { volumes: Volumes | undefined; view: VolumeView }) {
  const span = spanOf(view.span).words;
  const stats = volumes
    ? statsOf(volumes, span)
    : [`Volume, ${span}`, ...NAMES].map((label) => ({
        label,
        figure: <Skeleton width={label === NAMES[0] ? 40 : 120} height={22} />,
        note: <Skeleton width={90} height={12} />,
      }));
  return <StatCards label="Totals" stats={stats} />;
}
