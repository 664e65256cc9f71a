import { SearchField } from "../../ui/SearchField";
import { SegmentedControl } from "../../ui/SegmentedControl";
import { Select } from "../../ui/Select";
import { LAYOUTS, type WalletLayout } from "./useWalletLayout";
import css from "./walletTools.module.css";
import type { Grouping, WalletView } from "./walletView";

const GROUPINGS: readonly { key: Grouping; label: string }[] = [
  { key: "none", label: "No groups" },
  { key: "app", label: "By wallet app" },
  { key: "network", label: "By main network" },
];

interface WalletToolsProps {
  search: string;
  onSearch: (search: string) => void;
  view: WalletView;
  onView: (change: Partial<WalletView>) => void;
  /** Undefined while it is not known. */
  layout: WalletLayout | undefined;
  onLayout: (layout: WalletLayout) => void;
}

/** The search, the grouping of the list, and the choice between list and cards. */
export const WalletTools = ({ search, onSearch, view, onView, layout, onLayout }: WalletToolsProps) => (
  <div className={css.tools}>
    <SearchField value={search} label="Name, address or wallet app" onChange={onSearch} className={css.find} />
    {layout === "list" ? (
      <Select label="Groups" options={GROUPINGS} chosen={view.group} onChoose={(group) => onView({ group })} />
    ) : null}
    <div className={css.layout}>
      <SegmentedControl label="Show wallets as" options={LAYOUTS} chosen={layout ?? "cards"} onChoose={onLayout} />
    </div>
  </div>
);
