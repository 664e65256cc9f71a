import { useRef } from "react";
import { useSearchParams } from "react-router";
import { Ring } from "../../charts/Ring";
import { fractionOf, parseDecimal } from "../../format/decimal";
import { money } from "../../format/money";
import { percent } from "../../format/quantity";
import { count, plural } from "../../format/text";
import { Card } from "../../ui/Card";
import { Dot } from "../../ui/Disc";
import { Money } from "../../ui/Money";
import type { ViewRow } from "./assetView";
import { ChosenAsset } from "./ChosenAsset";
import type { Portfolio } from "./queries";
import { assignColours, chosenSegment, namedGroups, type Segment, segments } from "./shares";
import css from "./shares.module.css";

/** Longer totals take a smaller size in the middle of the ring. */
const LONG = 15;

/** The asset chosen in the ring, kept in the page's address. */
function useChosen(): [string | null, (id: string | null) => void] {
  const [params, setParams] = useSearchParams();
  const choose = (id: string | null) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        if (id === null) next.delete("asset");
        else next.set("asset", id);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [params.get("asset"), choose];
}

/** Colours that stay with their assets for as long as the page is open. */
export function useColours(rows: readonly ViewRow[]): ReadonlyMap<string, string> {
  const colours = useRef<ReadonlyMap<string, string>>(new Map());
  colours.current = assignColours(colours.current, namedGroups(rows));
  return colours.current;
}

const titleOf = ({ code, value, share }: Segment, currency: string): string =>
  `${code} ${money(value, currency)}${share === null ? "" : `, ${percent(share, 2)}`}`;

function partOf({ value }: Segment, total: string): number {
  const a = parseDecimal(value);
  const b = parseDecimal(total);
  return a && b ? fractionOf(a, b) : 0;
}

function Centre({ portfolio }: { portfolio: Portfolio }) {
  const { total, coverage, currency_code, figures } = portfolio;
  const amount = total ?? "0";
  const all = coverage.priced + coverage.unpriced.length;
  const long = money(amount, currency_code).length > LONG;
  return (
    <div className={css.centre}>
      <span>Total assets</span>
      <span className={`${css.total} ${long ? css.long : ""}`}>
        <Money amount={amount} currency={currency_code} figure={figures["/total"]} label="Total assets" />
      </span>
      <small>
        {plural(all, "asset")}, {count(coverage.priced)} priced
      </small>
    </div>
  );
}

interface SharesProps {
  portfolio: Portfolio;
  rows: readonly ViewRow[];
  colours: ReadonlyMap<string, string>;
}

/** Assets by share of what is priced: one ring, and the same shares in words beside it. */
export function Shares({ portfolio, rows, colours }: SharesProps) {
  const [chosenId, choose] = useChosen();
  const parts = segments(rows, colours);
  const chosen = chosenSegment(parts, rows, chosenId);
  const currency = portfolio.currency_code;
  const total = portfolio.total ?? "0";
  return (
    <Card title="Assets by share" aside="Of what is priced">
      <div className={css.split}>
        <div className={css.ring}>
          <Ring
            parts={parts.map((segment) => ({
              id: segment.id,
              title: titleOf(segment, currency),
              part: partOf(segment, total),
              colour: segment.colour,
            }))}
            chosen={chosen?.id ?? null}
            onChoose={choose}
            label={`Assets by share: ${parts.map((segment) => titleOf(segment, currency)).join("; ") || "nothing priced yet"}`}
          />
          <Centre portfolio={portfolio} />
        </div>
        <div className={css.detail}>
          {chosen ? <ChosenAsset segment={chosen} currency={currency} /> : null}
          <ul className={css.legend} aria-label="Assets in the ring">
            {parts.map(({ id, code, colour, share }) => (
              <li key={id}>
                <button
                  type="button"
                  aria-pressed={id === chosen?.id}
                  onClick={() => choose(id === chosen?.id ? null : id)}
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
