import { useState } from "react";
import { percent } from "../../format/quantity";
import { count, plural } from "../../format/text";
import { useDollar } from "../../queries/displayRate";
import { Avatar } from "../../ui/Avatar";
import { Button } from "../../ui/Button";
import { Money } from "../../ui/Money";
import { AssetRows } from "./AssetRows";
import { type AssetGroup, type GroupMode, groupedAssets } from "./assetGroups";
import { assetsIn } from "./assetPage";
import type { ViewRow } from "./assetView";
import css from "./groupedRows.module.css";
import { TableFrame } from "./TableFrame";
import tableCss from "./table.module.css";
import { columnsOf, type TableSetup } from "./tableSetup";

/** How many assets of a group, and how many groups, are shown at first. */
const FIRST = 3;
const FIRST_GROUPS = 8;
/** How many assets of a group are shown at once after that. */
const STEP = 50;

const NOUNS: Readonly<Record<GroupMode, string>> = { network: "network", wallet: "wallet", kind: "kind" };

interface GroupProps {
  group: AssetGroup;
  table: TableSetup;
}

/** How many assets the sum of a group is of, and what it leaves out. */
function GroupWords({ group: { matching, isWhole, unpriced, dust }, table }: GroupProps) {
  const dollar = useDollar(table.portfolio.currency_code);
  return (
    <small>
      {plural(assetsIn(matching), isWhole ? "asset" : "matching asset")}
      {unpriced > 0 ? `, ${count(unpriced)} not counted` : ""}
      {dust > 0 ? `, ${count(dust)} under ${dollar} hidden` : ""}
    </small>
  );
}

/** The row of a group with its sum. */
function GroupRow({ group, table }: GroupProps) {
  const { name, mark, value, figure, share } = group;
  const { currency_code: currency, networks } = table.portfolio;
  const { before } = columnsOf(table);
  const colour = networks.find(({ chain }) => chain === group.id)?.color;
  return (
    <tr className={css.group}>
      <th scope="rowgroup" colSpan={before}>
        <span>
          {colour === undefined ? null : <Avatar name={name} colour={colour} mark={mark} size={20} />}
          <bdi title={name}>{name}</bdi>
          <GroupWords group={group} table={table} />
        </span>
      </th>
      <td className={`${tableCss.num} ${css.value}`}>
        {value === null ? (
          <span className={tableCss.unknown}>Not counted</span>
        ) : (
          <Money amount={value} currency={currency} figure={figure} label={`${name}, value`} />
        )}
      </td>
      {table.gains === "none" ? null : <td className={css.gain} />}
      <td className={`${tableCss.num} ${css.share}`}>{share === null ? "–" : percent(share)}</td>
    </tr>
  );
}

/** The rows of a group that are shown. A single row more takes no more room than the button that would show it. */
const firstOf = ({ rows }: AssetGroup, size: number): readonly ViewRow[] =>
  rows.length <= size + 1 ? rows : rows.slice(0, size);

interface GroupBodyProps extends GroupProps {
  shown: readonly ViewRow[];
  onShow: (rows: number) => void;
}

/** A group: its row, the first of its assets, and the button that shows the others. */
function GroupBody({ group, table, shown, onShow }: GroupBodyProps) {
  const rest = group.rows.length - shown.length;
  const { before, after } = columnsOf(table);
  const next = Math.min(rest, STEP);
  return (
    <tbody>
      <GroupRow group={group} table={table} />
      <AssetRows rows={shown} shown={shown} table={table} />
      {group.rows.length > FIRST + 1 ? (
        <tr className={css.more}>
          <td colSpan={before + 1 + after}>
            <Button
              tone="link"
              small
              aria-expanded={rest === 0}
              onClick={() => onShow(rest === 0 ? FIRST : shown.length + next)}
            >
              {rest === 0 ? "Show fewer" : `Show ${count(next)} more`}
              <span className="vh"> in {group.name}</span>
            </Button>
          </td>
        </tr>
      ) : null}
    </tbody>
  );
}

interface GroupedRowsProps {
  table: TableSetup;
  /** All assets of the answer. */
  rows: readonly ViewRow[];
  /** The number of assets hidden as dust. */
  dust: number;
  mode: GroupMode;
}

/** The table in groups, each with what is held there. */
export function GroupedRows({ table, rows, dust, mode }: GroupedRowsProps) {
  const { groups, matching } = groupedAssets(table.portfolio, rows, table.view, mode);
  const [sizes, setSizes] = useState<Readonly<Record<string, number>>>({});
  const [isAll, setAll] = useState(false);
  const shown = isAll ? groups : groups.slice(0, FIRST_GROUPS);
  const rest = groups.length - FIRST_GROUPS;
  const more = (
    <Button tone="link" small aria-expanded={isAll} onClick={() => setAll(!isAll)}>
      {isAll ? "Show fewer" : `Show ${plural(rest, `more ${NOUNS[mode]}`)}`}
    </Button>
  );
  return (
    <TableFrame table={table} rows={rows} matching={matching} dust={dust} more={rest > 0 ? more : null}>
      {shown.map((group) => (
        <GroupBody
          key={group.id}
          group={group}
          table={table}
          shown={firstOf(group, sizes[group.id] ?? FIRST)}
          onShow={(size) => setSizes((old) => ({ ...old, [group.id]: size }))}
        />
      ))}
    </TableFrame>
  );
}
