import { Suspense, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { pointing } from "../../charts/pointing";
import { Ring } from "../../charts/Ring";
import { fractionOf, parseDecimal } from "../../format/decimal";
import { money } from "../../format/money";
import { percent } from "../../format/quantity";
import { Card } from "../../ui/Card";
import { Dot } from "../../ui/Disc";
import { later } from "../../ui/later";
import { Bone } from "../../ui/Skeleton";
import { type ViewRow, viewRest } from "./assetView";
import { ChosenAsset } from "./ChosenAsset";
import type { Portfolio } from "./queries";
import { RingCentre } from "./RingCentre";
import { assignColours, chosenSegment, named, type Segment, segments } from "./shares";
import css from "./shares.module.css";
import { type Stage, stageOf } from "./stage";

const HoverPanel = later(() => import("./HoverPanel"), "HoverPanel");

/** Stands in the address where a person has chosen nothing; without it the largest asset is chosen. */
const NONE = "none";

/** The asset chosen in the ring, kept in the page's address; the largest until a person chooses. */
function useChosen(largest: string | undefined): [string | null, (id: string | null) => void] {
  const [params, setParams] = useSearchParams();
  const choose = (id: string | null) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        next.set("asset", id ?? NONE);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [params.get("asset") ?? largest ?? null, choose];
}

const restOf = ({ user_wallet, figures }: Portfolio) => viewRest(user_wallet.rest, figures, "/user_wallet");

/** Colours that stay with their assets for as long as the page is open. */
export function useColours(rows: readonly ViewRow[], portfolio: Portfolio): ReadonlyMap<string, string> {
  const colours = useRef<ReadonlyMap<string, string>>(new Map());
  const groups = named(rows, restOf(portfolio)).map(({ group }) => group);
  colours.current = assignColours(colours.current, groups);
  return colours.current;
}

const titleOf = ({ code, value, share }: Segment, currency: string): string =>
  `${code} ${money(value, currency)}${share === null ? "" : `, ${percent(share, 2)}`}`;

function partOf({ value }: Segment, total: string): number {
  const a = parseDecimal(value);
  const b = parseDecimal(total);
  return a && b ? fractionOf(a, b) : 0;
}

const WIDTHS = ["72%", "58%", "64%", "50%", "68%", "46%"] as const;

/** Beside a ring without parts: the shape of the legend while reading, else why there is none. */
function NoParts({ stage }: { stage: Stage }) {
  if (stage !== "reading") return <p className={css.none}>Shares appear here once an asset has a price.</p>;
  return (
    <div className={css.bones} aria-busy="true">
      {WIDTHS.map((width) => (
        <Bone key={width} width={width} height={12} />
      ))}
    </div>
  );
}

/** Keeps the place of the chosen asset. */
const NoneChosen = () => (
  <div className={css.chosen}>
    <p className={css.idle}>Select an asset to see where you hold it.</p>
  </div>
);

interface SharesProps {
  portfolio: Portfolio;
  rows: readonly ViewRow[];
  colours: ReadonlyMap<string, string>;
}

/** Assets by share of what is priced: one ring, and the same shares in words beside it. */
export function Shares({ portfolio, rows, colours }: SharesProps) {
  const parts = segments(rows, restOf(portfolio), colours);
  const [chosenId, choose] = useChosen(parts[0]?.id);
  const chosen = chosenSegment(parts, rows, chosenId);
  const [pointedId, point] = useState<string | null>(null);
  const pointed = parts.find(({ id }) => id === pointedId);
  const currency = portfolio.currency_code;
  const total = portfolio.total ?? "0";
  const stage = stageOf(portfolio);
  return (
    <Card title="Assets by share" aside="Share of priced assets">
      <div className={css.split}>
        <div className={css.ring}>
          <Ring
            parts={parts.map((segment) => ({
              id: segment.id,
              part: partOf(segment, total),
              colour: segment.colour,
            }))}
            chosen={chosen?.id ?? null}
            onChoose={choose}
            onPoint={point}
            label={`Assets by share: ${parts.map((segment) => titleOf(segment, currency)).join("; ") || "nothing priced yet"}`}
            busy={stage === "reading"}
          />
          <RingCentre portfolio={portfolio} />
          <Suspense>
            {pointed ? <HoverPanel segment={pointed} networks={portfolio.networks} currency={currency} /> : null}
          </Suspense>
        </div>
        <div className={css.detail}>
          {parts.length === 0 ? <NoParts stage={stage} /> : null}
          {chosen ? <ChosenAsset segment={chosen} currency={currency} /> : null}
          {!chosen && parts.length > 0 ? <NoneChosen /> : null}
          <ul className={css.legend} aria-label="Assets in the ring">
            {parts.map(({ id, code, colour, share }) => (
              <li key={id}>
                <button
                  type="button"
                  aria-pressed={id === chosen?.id}
                  onClick={() => choose(id === chosen?.id ? null : id)}
                  {...pointing(id, point)}
                >
                  <Dot colour={colour} />
                  <span>{code}</span>
                  <em>{share === null ? "–" : percent(share, 2)}</em>
                </button>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Card>
  );
}
