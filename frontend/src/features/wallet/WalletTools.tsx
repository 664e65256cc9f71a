import { Button } from "../../ui/Button";
import { SearchField } from "../../ui/SearchField";
import { SegmentedControl } from "../../ui/SegmentedControl";
import { Select } from "../../ui/Select";
import type { WalletKind } from "./types";
import { LAYOUTS, type WalletLayout } from "./useWalletLayout";
import { Sorts } from "./WalletNarrowing";
import css from "./walletTools.module.css";
import { type Grouping, isAscendingAtFirst, type WalletView } from "./walletView";
import { titleCase } from "./words";

const GROUPINGS: readonly { key: Grouping; label: string }[] = [
  { key: "own", label: "Your groups" },
  { key: "app", label: "By wallet app" },
  { key: "network", label: "By main network" },
  { key: "none", label: "No groups" },
];

const SORTS: readonly { key: WalletView["key"]; label: string }[] = [
  { key: "amount", label: "By amount" },
  { key: "created_on", label: "By date added" },
  { key: "name", label: "By name" },
];

const ALL = { key: "", label: "All wallet apps" };

interface WalletToolsProps {
  search: string;
  onSearch: (search: string) => void;
  view: WalletView;
  onView: (change: Partial<WalletView>) => void;
  group: Grouping;
  /** The apps of the wallets. */
  apps: readonly WalletKind[];
  /** Undefined while it is not known. */
  layout: WalletLayout | undefined;
  onLayout: (layout: WalletLayout) => void;
  onNewGroup: () => void;
}

/** The choices of the list: grouping, order and wallet app. */
function ListChoices({ view, onView, group, apps }: Pick<WalletToolsProps, "view" | "onView" | "group" | "apps">) {
  const options = [ALL, ...apps.map(({ id, name }) => ({ key: id, label: titleCase(name) }))];
  return (
    <div className={css.choices}>
      <Select label="Groups" options={GROUPINGS} chosen={group} onChoose={(next) => onView({ group: next })} />
      <Select
        label="Order"
        options={SORTS}
        chosen={view.key}
        onChoose={(key) => onView({ key, ascending: isAscendingAtFirst(key) })}
      />
      {apps.length > 1 || view.app !== null ? (
        <Select
          label="Wallet app"
          options={options}
          chosen={view.app ?? ""}
          onChoose={(app) => onView({ app: app || null })}
        />
      ) : null}
    </div>
  );
}

/** The search, the order, further choices of the list, and the choice between list and cards. */
export const WalletTools = ({ search, onSearch, layout, onLayout, onNewGroup, ...choices }: WalletToolsProps) => (
  <div className={css.tools}>
    <SearchField value={search} label="Name, address or wallet app" onChange={onSearch} className={css.find} />
    {layout === "list" ? <ListChoices {...choices} /> : <Sorts {...choices} />}
    <div className={css.layout}>
      <SegmentedControl label="Show wallets as" options={LAYOUTS} chosen={layout ?? "cards"} onChoose={onLayout} />
      {layout === "list" ? (
        <Button small icon="plus" onClick={onNewGroup}>
          New group
        </Button>
      ) : null}
    </div>
  </div>
);
