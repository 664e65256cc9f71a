import { Suspense, useState } from "react";
import { pointing } from "../../charts/pointing";
import { RingPlaceholder } from "../../charts/RingPlaceholder";
import { useAmountText } from "../../format/amounts";
import { percent } from "../../format/quantity";
import { Dot } from "../../ui/Avatar";
import { Card } from "../../ui/Card";
import { lazyPart, preloaded } from "../../ui/lazyPart";
import { Select } from "../../ui/Select";
import { useRovingFocus } from "../../ui/useRovingFocus";
import { LinesSkeleton } from "./AllocationSkeleton";
import { REST, slicesBy } from "./allocation";
import css from "./allocation.module.css";
import type { ViewRow } from "./assetView";
import { portfolioState } from "./portfolioState";
import { type LegendLine, legendLines, segmentsOf } from "./shownSlices";
import type { Portfolio } from "./types";
import { MODE_LABELS, MODE_OPTIONS, useAllocationMode } from "./useAllocationMode";

const Ring = preloaded(() => import("../../charts/Ring"), "Ring");
const AllocationDialog = lazyPart(() => import("./AllocationDialog"), "AllocationDialog");
const HoverPanel = lazyPart(() => import("./HoverPanel"), "HoverPanel");

interface LinesProps {
  lines: readonly LegendLine[];
  onOpen: (id: string) => void;
  onPoint: (id: string | null) => void;
}

/** The largest parts with their shares. A press opens all of them. It is one tab stop. */
function Lines({ lines, onOpen, onPoint }: LinesProps) {
  const [list, onKeyDown] = useRovingFocus<HTMLUListElement>();
  return (
    <ul ref={list} className={css.lines} aria-label="Largest parts of the total" onKeyDown={onKeyDown}>
      {lines.map(({ id, name, code, colour, share }) => (
        <li key={id} {...pointing(id, onPoint)}>
          <button type="button" title={name} aria-haspopup="dialog" onClick={() => onOpen(id)}>
            <Dot colour={colour} />
            <span>{code}</span>
          </button>
          <em>{share === null ? "–" : percent(share, 2)}</em>
        </li>
      ))}
    </ul>
  );
}

/** The total in the small ring, shortened, or why there is none. */
function Centre({ portfolio }: { portfolio: Portfolio }) {
  const text = useAmountText();
  const state = portfolioState(portfolio);
  const isKnown = state !== "reading" && state !== "unknown" && portfolio.total !== null;
  return (
    <div className={css.smallCentre}>
      <span>Total Assets</span>
      <b data-unknown={isKnown ? undefined : true}>
        {isKnown
          ? text.shortMoney(portfolio.total ?? "", portfolio.currency_code)
          : state === "reading"
            ? "Loading"
            : "Not known"}
      </b>
    </div>
  );
}

export interface AllocationProps {
  portfolio: Portfolio;
  rows: readonly ViewRow[];
  colours: ReadonlyMap<string, string>;
}

/** The allocation of the total as a small ring with shares. A press opens it with values and places. */
export function Allocation({ portfolio, rows, colours }: AllocationProps) {
  const [mode, setMode] = useAllocationMode();
  const [opened, open] = useState<{ id: string | null } | null>(null);
  const [pointedId, point] = useState<string | null>(null);
  const text = useAmountText();
  const slices = slicesBy(mode, portfolio, rows, colours);
  const pointed = slices.find(({ id }) => id === pointedId);
  const { currency_code: currency, user_wallet } = portfolio;
  const segments = segmentsOf(slices);
  const state = portfolioState(portfolio);
  const by = `Allocation by ${MODE_LABELS[mode].toLowerCase()}`;
  const place = <RingPlaceholder label={`${by}: nothing priced yet`} busy={state === "reading"} />;
  const onOpen = (id: string | null) => {
    // The dialog has all parts of the rest that are not one by themselves.
    open({ id: id === REST && !slices.some((slice) => slice.id === REST) ? null : id });
    point(null);
  };
  const label = slices.map(
    ({ code, value, share }) =>
      `${code} ${text.money(value, currency)}${share === null ? "" : `, ${percent(share, 2)}`}`,
  );
  return (
    <Card
      title={
        <>
          Allocation <small className={css.note}>Share of priced assets</small>
        </>
      }
      aside={<Select label="Allocation by" options={MODE_OPTIONS} chosen={mode} onChoose={setMode} />}
      className={css.smallCard}
    >
      <div className={css.small}>
        <div className={css.smallRing}>
          {segments.length === 0 ? (
            place
          ) : (
            <Suspense fallback={place}>
              <Ring
                parts={segments}
                chosen={null}
                onChoose={onOpen}
                onPoint={point}
                label={`${by}: ${label.join("; ")}`}
              />
            </Suspense>
          )}
          <Centre portfolio={portfolio} />
          <Suspense>
            {pointed ? <HoverPanel slice={pointed} networks={portfolio.networks} currency={currency} isBelow /> : null}
          </Suspense>
        </div>
        {segments.length > 0 ? (
          <Lines lines={legendLines(slices, user_wallet.rest?.count ?? 0)} onOpen={onOpen} onPoint={point} />
        ) : state === "reading" ? (
          <LinesSkeleton />
        ) : (
          <p className={css.none}>Shares appear here once an asset has a price.</p>
        )}
      </div>
      {opened ? (
        <Suspense>
          <AllocationDialog
            portfolio={portfolio}
            rows={rows}
            colours={colours}
            first={opened.id}
            onClose={() => open(null)}
          />
        </Suspense>
      ) : null}
    </Card>
  );
}
