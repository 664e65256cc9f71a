import { useState } from "react";
import { Link } from "react-router";
import { tone } from "../../format/money";
import { percentChange } from "../../format/quantity";
import { count } from "../../format/text";
import { useCostBasis } from "../../queries/costBasis";
import { Avatar } from "../../ui/Avatar";
import { Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { Money } from "../../ui/Money";
import { useMedia } from "../../ui/useMedia";
import css from "./costsCard.module.css";
import { costRows } from "./costView";
import type { CostBasis, CostRow, VisitorToken } from "./types";

/** How many rows the card has. */
const ROWS = 6;
const ROOM = 16;

interface RowProps {
  row: CostRow;
  /** The place of the row in the answer. */
  place: number;
  data: CostBasis;
}

/** What one asset cost, what it is worth, and how much that is more. */
function Row({ row, place, data: { currency_code: currency, figures } }: RowProps) {
  const name = row.is_position ? row.symbol : row.name || row.symbol || "Unnamed token";
  const money = (amount: string | null, key: "cost_basis" | "current_value", label: string) =>
    amount === null ? (
      <span className={css.unknown}>N/A</span>
    ) : (
      <Money
        amount={amount}
        currency={currency}
        figure={figures[`/assets/${place}/${key}`]}
        room={ROOM}
        label={`${name}, ${label}`}
      />
    );
  const gain = row.gain_loss_percentage;
  return (
    <tr>
      <th scope="row">
        <span className={css.asset}>
          <Avatar
            name={row.symbol}
            colour={row.chain.color ?? "var(--c8)"}
            size={24}
            mark={row.mark}
            network={row.chain.mark}
          />
          <bdi title={name}>{name}</bdi>
        </span>
      </th>
      <td>{money(row.cost_basis, "cost_basis", "cost")}</td>
      <td>{money(row.current_value, "current_value", "value")}</td>
      <td className={css.gain} data-tone={gain === null ? undefined : tone(gain)}>
        {gain === null ? <span className={css.unknown}>N/A</span> : percentChange(gain, 1)}
      </td>
    </tr>
  );
}

function Table({ data, rows }: { data: CostBasis; rows: readonly CostRow[] }) {
  return (
    <table className={css.table}>
      <caption className="vh">Average cost basis, largest gains first</caption>
      <thead>
        <tr>
          <th scope="col">Asset</th>
          <th scope="col">Cost Basis</th>
          <th scope="col">Current Value</th>
          <th scope="col">% Gain / Loss</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={`${row.asset} ${row.symbol}`} row={row} place={data.assets.indexOf(row)} data={data} />
        ))}
      </tbody>
    </table>
  );
}

interface CostsCardProps {
  /** The token of a share session; null on the person's own page. */
  visitor: VisitorToken;
  /** The path of the page Costs. */
  path: string;
}

/** The assets with the largest gains on Home. It is left out until the history behind the costs is read. */
export function CostsCard({ visitor, path }: CostsCardProps) {
  const { data } = useCostBasis(visitor);
  const isPhone = useMedia("(max-width: 640px)");
  const [isOpen, setOpen] = useState(false);
  if (!data || data.coverage.accounts_done < data.coverage.accounts || data.assets.length === 0) return null;
  const rows = costRows(data.assets, { sort: "gain", ascending: false, hidesDust: true }).slice(0, ROWS);
  const all = (
    <Link to={path} className={css.all}>
      See all {count(data.total_count)}
    </Link>
  );
  if (!isPhone)
    return (
      <Card
        title={
          <>
            Average Cost Basis <small className={css.note}>largest gains first</small>
          </>
        }
        aside={all}
      >
        <Table data={data} rows={rows} />
      </Card>
    );
  return (
    <Card
      title={
        <button type="button" className={css.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Average Cost Basis
          <small>
            {rows.length} of {count(data.total_count)}
          </small>
          <Icon name={isOpen ? "up" : "down"} size={16} />
        </button>
      }
      className={css.folded}
    >
      {isOpen ? (
        <>
          <Table data={data} rows={rows} />
          <p className={css.foot}>{all}</p>
        </>
      ) : null}
    </Card>
  );
}
