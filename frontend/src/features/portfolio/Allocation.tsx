import { Suspense, useState } from "react";
import { useSearchParams } from "react-router";
import { pointing } from "../../charts/pointing";
import { RingPlaceholder } from "../../charts/RingPlaceholder";
import { useAmountText } from "../../format/amounts";
import { fractionOf, parseDecimal } from "../../format/decimal";
import { percent } from "../../format/quantity";
import { Avatar, Dot } from "../../ui/Avatar";
import { Card } from "../../ui/Card";
import { lazyPart, preloaded } from "../../ui/lazyPart";
import { Money } from "../../ui/Money";
import { SegmentedControl } from "../../ui/SegmentedControl";
import { useRovingFocus } from "../../ui/useRovingFocus";
import { useShowMore } from "../../ui/useShowMore";
import { MODES, type Mode, REST, type Slice, slicesBy } from "./allocation";
import css from "./allocation.module.css";
import type { ViewRow } from "./assetView";
import { LegendSkeleton } from "./LegendSkeleton";
import { portfolioState } from "./portfolioState";
import { QuietNetworks } from "./QuietNetworks";
import { RingCentre } from "./RingCentre";
import type { Portfolio } from "./types";
import { isPositive } from "./valued";

const Ring = preloaded(() => import("../../charts/Ring"), "Ring");
const SliceHoldings = lazyPart(() => import("./SliceHoldings"), "SliceHoldings");
const HoverPanel = lazyPart(() => import("./HoverPanel"), "HoverPanel");

const LABELS: Readonly<Record<Mode, string>> = { asset: "Asset", network: "Network", wallet: "Wallet", kind: "Kind" };
const OPTIONS = MODES.map((key) => ({ key, label: LABELS[key] }));
/** The maximum length of an amount, so that the name keeps enough space. */
const ROOM = 16;
/** The number of segments shown at first. */
const SHOWN = 8;

/** The grouping of the total, kept in the URL. */
function useMode(): [Mode, (mode: Mode) => void] {
  const [params, setParams] = useSearchParams();
  const mode = MODES.find((one) => one === params.get("by")) ?? "asset";
  const choose = (next: Mode) =>
    setParams(
      (old) => {
        const changed = new URLSearchParams(old);
        if (next === "asset") changed.delete("by");
        else changed.set("by", next);
        return changed;
      },
      { replace: true, preventScrollReset: true },
    );
  return [mode, choose];
}

/** The segments of the ring: what is owned. A debt is no part of what is divided. */
function segmentsOf(slices: readonly Slice[]) {
  const owned = slices.filter(isPositive);
  const [largest] = owned.map(({ value }) => parseDecimal(value));
  const sizes = owned.map(({ value }) => {
    const own = parseDecimal(value);
    return own && largest ? fractionOf(own, largest) : 0;
  });
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  return owned.map(({ id, colour }, i) => ({ id, colour, part: (sizes[i] ?? 0) / whole }));
}

interface LegendProps {
  slices: readonly Slice[];
  currency: string;
  onChoose: (id: string) => void;
  onPoint: (id: string | null) => void;
}

/** The legend: the segments with their values. It is one tab stop. */
function Legend({ slices, currency, onChoose, onPoint }: LegendProps) {
  const [list, onKeyDown] = useRovingFocus<HTMLUListElement>();
  const [shown, more] = useShowMore(slices, SHOWN);
  return (
    <>
      <ul ref={list} className={css.legend} aria-label="Parts of the total" onKeyDown={onKeyDown}>
        {shown.map(({ id, name, code, colour, avatarColour, mark, value, share, figure }) => (
          <li key={id} {...pointing(id, onPoint)}>
            <button type="button" className={css.part} title={name} onClick={() => onChoose(id)}>
              <Dot colour={colour} />
              <Avatar name={id === REST ? "…" : code} colour={avatarColour} mark={mark} size={20} />
              <span>{code}</span>
            </button>
            <span className={css.value}>
              <Money amount={value} currency={currency} figure={figure} room={ROOM} label={`${name}, value`} />
            </span>
            <em>{share === null ? "–" : percent(share, 2)}</em>
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

interface AllocationProps {
  portfolio: Portfolio;
  rows: readonly ViewRow[];
  colours: ReadonlyMap<string, string>;
}

/** The allocation of the total: a ring chart and its legend. */
export function Allocation({ portfolio, rows, colours }: AllocationProps) {
  const [mode, setMode] = useMode();
  const [chosenId, choose] = useState<string | null>(null);
  const [pointedId, point] = useState<string | null>(null);
  const text = useAmountText();
  const slices = slicesBy(mode, portfolio, rows, colours);
  const chosen = slices.find(({ id }) => id === chosenId);
  const pointed = slices.find(({ id }) => id === pointedId);
  const { currency_code: currency } = portfolio;
  const segments = segmentsOf(slices);
  const state = portfolioState(portfolio);
  const onChoose = (id: string | null) => {
    choose(id);
    // The details of the segment replace the hover panel.
    point(null);
  };
  const wordsOf = ({ code, value, share }: Slice) =>
    `${code} ${text.money(value, currency)}${share === null ? "" : `, ${percent(share, 2)}`}`;
  const by = `Allocation by ${LABELS[mode].toLowerCase()}`;
  const place = <RingPlaceholder label={`${by}: nothing priced yet`} busy={state === "reading"} />;
  return (
    <Card
      title={
        <>
          Allocation <small className={css.note}>Share of priced assets</small>
        </>
      }
      aside={
        <SegmentedControl
          label="Allocation by"
          options={OPTIONS}
          chosen={mode}
          onChoose={(next) => {
            choose(null);
            setMode(next);
          }}
        />
      }
    >
      <div className={css.split}>
        <div className={css.ring}>
          {segments.length === 0 ? (
            place
          ) : (
            <Suspense fallback={place}>
              <Ring
                parts={segments}
                chosen={chosen?.id ?? null}
                onChoose={onChoose}
                onPoint={point}
                label={`${by}: ${slices.map(wordsOf).join("; ")}`}
              />
            </Suspense>
          )}
          <RingCentre portfolio={portfolio} />
          <Suspense>
            {pointed ? <HoverPanel slice={pointed} networks={portfolio.networks} currency={currency} /> : null}
          </Suspense>
        </div>
        <div className={css.detail}>
          {slices.length === 0 && state === "reading" ? <LegendSkeleton /> : null}
          {slices.length === 0 && state !== "reading" ? (
            <p className={css.none}>Shares appear here once an asset has a price.</p>
          ) : null}
          {chosen ? (
            <Suspense fallback={<LegendSkeleton />}>
              <SliceHoldings slice={chosen} currency={currency} onBack={() => choose(null)} />
            </Suspense>
          ) : (
            <Legend slices={slices} currency={currency} onChoose={onChoose} onPoint={point} />
          )}
          {mode === "network" && !chosen ? <QuietNetworks networks={portfolio.quiet_networks} /> : null}
        </div>
      </div>
    </Card>
  );
}
