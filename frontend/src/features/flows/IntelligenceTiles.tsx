import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { useAmountText } from "../../format/amounts";
import { parseDecimal, signOf } from "../../format/decimal";
import { tone } from "../../format/money";
import { count, plural } from "../../format/text";
import { date } from "../../format/time";
import { useCostBasis } from "../../queries/costBasis";
import { useFees } from "../../queries/fees";
import { useInsights } from "../../queries/insights";
import { Icon, type IconName } from "../../ui/Icon";
import { Skeleton } from "../../ui/Skeleton";
import css from "./intelligence.module.css";
import { useEntryCount } from "./queries";
import type { CostTotals, Fees, Insights, VisitorToken } from "./types";

/** The pages that tiles lead to. */
export type TilePage = "transaction-history" | "asset-value" | "insights" | "costs";

/** The span of the fees. */
const YEAR = { months: 12, days: 0 };

/** The figure of a tile and the line below it; undefined while they are loading, null if they cannot be loaded. */
type TileContent = { figure: string; line: ReactNode } | null | undefined;

interface TileProps {
  to: string;
  icon: IconName;
  name: string;
  content: TileContent;
}

/** A link to a page, with one figure of it. */
const Tile = ({ to, icon, name, content }: TileProps) => (
  <li>
    <Link to={to} className={css.tile} aria-busy={content === undefined || undefined}>
      <span className={css.icon}>
        <Icon name={icon} size={18} />
      </span>
      <span className={css.name}>{name}</span>
      <span className={css.onward}>
        <Icon name="right" size={16} />
      </span>
      <span className={css.figure}>
        {content === undefined ? <Skeleton width={120} height={20} /> : content?.figure}
      </span>
      <span className={css.line}>
        {content === undefined ? <Skeleton width={150} height={12} /> : (content?.line ?? "Couldn't load this figure")}
      </span>
    </Link>
  </li>
);

/** The figure of a query: none while it is loading, and null after a failure. */
const contentOf = <T,>(
  { data, error }: { data: T | undefined; error: Error | null },
  content: (data: T) => NonNullable<TileContent>,
): TileContent => (data === undefined ? (error ? null : undefined) : content(data));

/** The value over or under the cost: `+$342.63 over what you paid`. */
function Gain({ totals: { gain_loss: gain, cost_basis: cost, currency_code: currency } }: { totals: CostTotals }) {
  const text = useAmountText();
  const value = parseDecimal(gain.value);
  const paid = parseDecimal(cost.value);
  if (!value || !paid || signOf(paid) === 0) return "Cost not known yet";
  if (signOf(value) === 0) return "As much as you paid";
  return (
    <>
      <b className={css[tone(gain.value) ?? ""]}>{text.change(gain.value, currency)}</b>{" "}
      {signOf(value) > 0 ? "over" : "under"} what you paid
    </>
  );
}

/** What the fees of twelve months went to. */
function feeLine({ chains: [first], total_count: total }: Fees): string {
  if (!first || total === 0) return "No fees in 12 months";
  return `Fees in 12 months, most on ${first.chain.name}`;
}

/** `1 on cost, 4 on risk, 2 on yield`, and how many more a plan lists. */
function insightLine({ insights, beyond_plan: more, checked }: Insights): string {
  const of = (type: number, word: string): string => {
    const found = insights.filter(({ insight_type }) => insight_type === type).length;
    return found > 0 ? `${found} on ${word}` : "";
  };
  const words = [of(10, "cost"), of(20, "risk"), of(30, "yield"), more > 0 ? `${more} more` : ""].filter(Boolean);
  return words.length > 0 ? words.join(", ") : `${plural(checked, "rule")} checked`;
}

interface IntelligenceTilesProps {
  visitor: VisitorToken;
  pathOf: (page: TilePage) => string;
}

/** The pages of intelligence as links, each with one figure. */
export function IntelligenceTiles({ visitor, pathOf }: IntelligenceTilesProps) {
  const title = useId();
  const text = useAmountText();
  const entries = useEntryCount(visitor);
  const totals = useCostBasis(visitor);
  const fees = useFees(YEAR, visitor);
  const insights = useInsights(visitor);
  const tiles: readonly (Omit<TileProps, "to"> & { page: TilePage })[] = [
    {
      page: "transaction-history",
      icon: "list",
      name: "Transaction History",
      content: contentOf(
        entries,
        ({ total_count: total, coverage: { known_since: since, accounts, accounts_done } }) => ({
          figure: plural(total, "entry", "entries"),
          line: `${since === null ? "Nothing read yet" : `Since ${date(since)}`}${accounts_done < accounts ? ", still growing" : ""}`,
        }),
      ),
    },
    {
      page: "asset-value",
      icon: "chart",
      name: "Asset Value",
      content: contentOf(totals, (data) => ({
        figure: text.money(data.current_value.value, data.currency_code),
        line: <Gain totals={data} />,
      })),
    },
    {
      page: "insights",
      icon: "bulb",
      name: "Insights",
      content: contentOf(insights, (data) => ({
        figure: `${count(data.insights.length + data.beyond_plan)} this week`,
        line: insightLine(data),
      })),
    },
    {
      page: "costs",
      icon: "scales",
      name: "Costs",
      content: contentOf(fees, (data) => ({
        figure: text.money(data.total_fees.value, data.currency_code),
        line: feeLine(data),
      })),
    },
  ];
  return (
    <section aria-labelledby={title}>
      <h2 id={title} className={css.heading}>
        Valuable intelligence, personalized to you
      </h2>
      <ul className={css.tiles}>
        {tiles.map(({ page, ...tile }) => (
          <Tile key={page} to={pathOf(page)} {...tile} />
        ))}
      </ul>
    </section>
  );
}
