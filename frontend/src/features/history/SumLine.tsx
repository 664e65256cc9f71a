import { useAmountText } from "../../format/amounts";
import { signOf } from "../../format/decimal";
import { isUnpriced, knownPart } from "../../format/partialTotal";
import { count, plural } from "../../format/text";
import { Button } from "../../ui/Button";
import { InlineFailure } from "../../ui/Note";
import { Skeleton } from "../../ui/Skeleton";
import type { useSums } from "./queries";
import css from "./sumLine.module.css";
import type { HistorySums } from "./types";

type Total = HistorySums["inflows"];

interface SumProps {
  label: string;
  total: Total;
  currency: string;
  /** What stands before the amount: the sign of a side, or that of the amount itself. */
  sign: "+" | "−" | "own" | "";
}

/** A sum of all entries. The known part has a color only where its sign says something. */
function Sum({ label, total, currency, sign }: SumProps) {
  const texts = useAmountText();
  const direction = signOf(knownPart(total));
  const isZero = direction === 0;
  const text = sign === "own" ? texts.change(total.value, currency) : texts.money(total.value, currency);
  const before = isZero || sign === "own" ? "" : sign;
  const isGain = sign === "+" || (sign === "own" && direction > 0);
  const tone = isZero ? undefined : isGain ? "gain" : sign === "own" ? "loss" : undefined;
  return (
    <div>
      <dt>{label}</dt>
      <dd data-tone={isUnpriced(total) ? undefined : tone}>{isUnpriced(total) ? "No price" : `${before}${text}`}</dd>
    </div>
  );
}

/** What the sums leave out, and what is neither in nor out. */
function notesOf({ inflows, outflows, fees, realized, own_transfers, bridges }: HistorySums): string[] {
  const plain = own_transfers - bridges;
  const parts = [plain > 0 ? plural(plain, "own transfer") : "", bridges > 0 ? plural(bridges, "own bridge") : ""];
  const own = parts.filter(Boolean).join(" and ");
  const unpriced = inflows.left_out + outflows.left_out + fees.left_out;
  return [
    own ? `${own} ${own_transfers === 1 ? "counts" : "count"} neither in nor out` : "",
    unpriced > 0 ? `${plural(unpriced, "amount")} not priced` : "",
    realized.left_out > 0 ? `${plural(realized.left_out, "disposal")} without a known cost or price` : "",
  ].filter(Boolean);
}

const BONES = [58, 86, 86, 62, 86] as const;

interface SumLineProps {
  sums: ReturnType<typeof useSums>;
  /** Whether it is a card of its own, and not a part of that of the entries. */
  isCard: boolean;
}

/** The sums of all entries that the filters find, not of the page alone. */
export function SumLine({ sums: { data, error, isPlaceholderData, refetch }, isCard }: SumLineProps) {
  if (error && !data)
    return (
      <div className={css.line} data-card={isCard || undefined}>
        <InlineFailure>
          {error.message} These entries are not added up.{" "}
          <Button tone="link" small onClick={() => void refetch()}>
            Try again
          </Button>
        </InlineFailure>
      </div>
    );
  if (!data)
    return (
      <div className={css.line} data-card={isCard || undefined} aria-busy="true">
        <span className="vh" data-sums="">
          Adding up
        </span>
        {BONES.map((width, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bones never change places
          <Skeleton key={i} width={width} height={36} />
        ))}
      </div>
    );
  if (data.total_count === 0) return null;
  const currency = data.currency_code;
  return (
    <section
      className={css.line}
      aria-label="Sums of all entries"
      data-card={isCard || undefined}
      data-stale={isPlaceholderData || undefined}
    >
      <dl>
        <div>
          <dt>Entries</dt>
          <dd>{count(data.total_count)}</dd>
        </div>
        <Sum label="In" total={data.inflows} currency={currency} sign="+" />
        <Sum label="Out" total={data.outflows} currency={currency} sign="−" />
        <Sum label="Fees" total={data.fees} currency={currency} sign="" />
        <Sum label="Realized gain" total={data.realized} currency={currency} sign="own" />
      </dl>
      <ul>
        {notesOf(data).map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </section>
  );
}
