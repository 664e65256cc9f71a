import { count, plural } from "../../format/text";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { Menu, type MenuItem } from "../../ui/Menu";
import { ChangeCell } from "./ChangeCell";
import { SumCells } from "./SumCells";
import type { WalletList } from "./useWalletList";
import { Rows, type RowsProps } from "./WalletTableRows";
import type { ShownGroup } from "./walletGroups";
import css from "./walletTable.module.css";

/** What the menu of a group does. */
export interface GroupActions {
  onRename: (name: string) => void;
  onDelete: (name: string) => void;
}

interface WalletGroupRowsProps extends RowsProps {
  group: ShownGroup;
  list: WalletList;
  groupActions: GroupActions;
}

function menuOf({ group, list, groupActions }: Omit<WalletGroupRowsProps, keyof RowsProps>): MenuItem[] {
  const { name, lines, isOwn } = group;
  const all: MenuItem = {
    label: `Choose all ${count(lines.length)}`,
    icon: "check",
    onChoose: () => list.choice.onAll(lines, true),
  };
  if (!isOwn) return [all];
  return [
    all,
    { label: "Rename", icon: "pen", onChoose: () => groupActions.onRename(name) },
    { label: "Delete group", icon: "trash", onChoose: () => groupActions.onDelete(name) },
  ];
}

/** The row of a group with its sum, the first of its wallets, and the button that shows the others. */
export function WalletGroupRows({ group, list, groupActions, ...rows }: WalletGroupRowsProps) {
  const { name, lines, isFolded, isWhole, first, shown } = group;
  const rest = lines.length - first;
  return (
    <tbody>
      <tr className={css.group}>
        <th scope="rowgroup" colSpan={2}>
          <button type="button" aria-expanded={!isFolded} title={name} onClick={() => list.onFold(group)}>
            <Icon name={isFolded ? "right" : "down"} size={16} />
            <bdi>{name}</bdi> <small>{plural(lines.length, "wallet")}</small>
          </button>
        </th>
        <td className={css.app} />
        <td className={css.where} />
        <ChangeCell change={group.change} label={`${name}, 24h change`} />
        <SumCells sum={group.sum} data={rows.data} label={`Sum of ${name}`} />
        <td className={css.read} />
        <td className={css.menu}>
          <Menu isBare label={`Actions for ${name}`} items={menuOf({ group, list, groupActions })} />
        </td>
      </tr>
      <Rows lines={shown} {...rows} />
      {rest > 0 && !isFolded ? (
        <tr className={css.more}>
          <td className={css.pick} />
          <td colSpan={3}>
            <Button tone="link" small aria-expanded={isWhole} onClick={() => list.onWhole(group)}>
              <span>{isWhole ? `Show fewer in ${name}` : `Show ${count(rest)} more in ${name}`}</span>
            </Button>
          </td>
        </tr>
      ) : null}
    </tbody>
  );
}
