import { Suspense, useState } from "react";
import { pointing } from "../../charts/pointing";
import { Ring } from "../../charts/Ring";
import { useAmountText } from "../../format/amounts";
import { percent } from "../../format/quantity";
import { Avatar, Dot } from "../../ui/Avatar";
import { Dialog } from "../../ui/Dialog";
import { lazyPart } from "../../ui/lazyPart";
import { Money } from "../../ui/Money";
import { SegmentedControl } from "../../ui/SegmentedControl";
import { useRovingFocus } from "../../ui/useRovingFocus";
import { useShowMore } from "../../ui/useShowMore";
import type { AllocationProps } from "./Allocation";
import { REST, type Slice, slicesBy } from "./allocation";
import css from "./allocationDialog.module.css";
import { QuietNetworks } from "./QuietNetworks";
import { ReceiptTag } from "./ReceiptTag";
import { RingCentre } from "./RingCentre";
import { SliceHoldings } from "./SliceHoldings";
import { segmentsOf } from "./shownSlices";
import { MODE_LABELS, MODE_OPTIONS, useAllocationMode } from "./useAllocationMode";

const HoverPanel = lazyPart(() => import("./HoverPanel"), "HoverPanel");

/** The maximum length of an amount, so that the name keeps enough space. */
const ROOM = 16;
/** The number of segments shown at first. */
const SHOWN = 8;

interface LegendRowProps {
  slice: Slice;
  currency: string;
  isChosen: boolean;
  /** Whether the dialog was opened with it. */
  isFirst: boolean;
  onChoose: (id: string | null) => void;
  onPoint: (id: string | null) => void;
  onLeave: () => void;
}

/** A part with its value and, while it is chosen, its largest places. */
function LegendRow({ slice, currency, isChosen, isFirst, onChoose, onPoint, onLeave }: LegendRowProps) {
  const { id, name, code, colour, avatarColour, mark, value, share, figure, row } = slice;
  return (
    <li data-chosen={isChosen || undefined} {...pointing(id, onPoint)}>
      <button
        type="button"
        className={css.part}
        title={name}
        aria-expanded={isChosen}
        data-first={isFirst || undefined}
        onClick={() => onChoose(isChosen ? null : id)}
      >
        <Dot colour={colour} />
        <Avatar name={id === REST ? "…" : code} colour={avatarColour} mark={mark} size={20} />
        <span>
          {isChosen ? name : code}
          {isChosen && name !== code ? <small>{code}</small> : null}
        </span>
      </button>
      <span className={css.tag}>{isChosen ? <ReceiptTag of={row?.receipt ?? null} /> : null}</span>
      <span className={css.value}>
        <Money amount={value} currency={currency} figure={figure} room={ROOM} label={`${name}, value`} />
      </span>
      <em>{share === null ? "–" : percent(share, 2)}</em>
      {isChosen ? <SliceHoldings slice={slice} currency={currency} onLeave={onLeave} /> : null}
    </li>
  );
}

interface LegendProps extends Pick<LegendRowProps, "currency" | "onChoose" | "onPoint" | "onLeave"> {
  slices: readonly Slice[];
  chosen: string | null;
  /** The part with which the dialog was opened. */
  first: string | null;
}

/** The parts with their values. It is one tab stop. */
function Legend({ slices, chosen, first, ...row }: LegendProps) {
  const [list, onKeyDown] = useRovingFocus<HTMLUListElement>();
  const [shown, more] = useShowMore(slices, SHOWN);
  return (
    <>
      <ul ref={list} className={css.legend} aria-label="Parts of the total" onKeyDown={onKeyDown}>
        {shown.map((slice) => (
          <LegendRow
            key={slice.id}
            slice={slice}
            isChosen={slice.id === chosen}
            isFirst={slice.id === first}
            {...row}
          />
        ))}
      </ul>
      {more}
    </>
  );
}

interface AllocationDialogProps extends AllocationProps {
  /** The part that is chosen at first. */
  first: string | null;
  onClose: () => void;
}

/** The allocation of the total: a large ring, and its parts with values and places. */
export function AllocationDialog({ portfolio, rows, colours, first, onClose }: AllocationDialogProps) {
  const [mode, setMode] = useAllocationMode();
  const [chosenId, choose] = useState(first);
  const [pointedId, point] = useState<string | null>(null);
  const text = useAmountText();
  const slices = slicesBy(mode, portfolio, rows, colours);
  const pointed = slices.find(({ id }) => id === pointedId && id !== chosenId);
  const { currency_code: currency } = portfolio;
  const words = slices.map(
    ({ code, value, share }) =>
      `${code} ${text.money(value, currency)}${share === null ? "" : `, ${percent(share, 2)}`}`,
  );
  const onChoose = (id: string | null) => {
    choose(id);
    // The places of the part replace the hover panel.
    point(null);
  };
  return (
    <Dialog
      title="Allocation"
      subtitle="Share of priced assets"
      shape="broad"
      actions={
        <span className={css.modes}>
          <SegmentedControl
            label="Allocation by"
            options={MODE_OPTIONS}
            chosen={mode}
            onChoose={(next) => {
              choose(null);
              setMode(next);
            }}
          />
        </span>
      }
      onClose={onClose}
    >
      <div className={css.body}>
        <div className={css.ring}>
          <Ring
            parts={segmentsOf(slices)}
            chosen={chosenId}
            onChoose={onChoose}
            onPoint={point}
            label={`Allocation by ${MODE_LABELS[mode].toLowerCase()}, large: ${words.join("; ")}`}
          />
          <RingCentre portfolio={portfolio} />
          <Suspense>
            {pointed ? <HoverPanel slice={pointed} networks={portfolio.networks} currency={currency} /> : null}
          </Suspense>
        </div>
        <div className={css.detail}>
          <Legend
            key={mode}
            slices={slices}
            currency={currency}
            chosen={chosenId}
            first={first}
            onChoose={onChoose}
            onPoint={point}
            onLeave={onClose}
          />
          {mode === "network" ? <QuietNetworks networks={portfolio.quiet_networks} /> : null}
        </div>
      </div>
    </Dialog>
  );
}
