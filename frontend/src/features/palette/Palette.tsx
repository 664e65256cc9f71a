import { Combobox } from "../../ui/Combobox";
import { Dialog } from "../../ui/Dialog";
import { Icon, type IconName } from "../../ui/Icon";
import { type Entry, matching } from "./fuzzy";
import css from "./palette.module.css";

/** The number of entries shown; typing narrows them. */
const SHOWN = 30;

const icons: Record<Entry["kind"], IconName> = { page: "right", wallet: "wallet", asset: "tag" };
const kinds: Record<Entry["kind"], string> = { page: "Page", wallet: "Wallet", asset: "Asset" };

const EntryLine = ({ kind, label, detail }: Entry) => (
  <>
    <Icon name={icons[kind]} size={16} />
    <span>
      <b>{label}</b>
      {detail ? <small>{detail}</small> : null}
    </span>
    <em>{kinds[kind]}</em>
  </>
);

interface PaletteProps {
  entries: readonly Entry[];
  /** Whether wallets and assets are still loading. */
  isLoading: boolean;
  onChoose: (entry: Entry) => void;
  onClose: () => void;
}

/** The command palette: finds a page, wallet or asset and opens it. */
export function Palette({ entries, isLoading, onChoose, onClose }: PaletteProps) {
  const noneOf = (text: string) =>
    isLoading ? "Loading your wallets and assets…" : `Nothing matches “${text.trim()}”.`;
  return (
    <Dialog title="Find" subtitle="Pages, and the wallets and assets of your portfolio" onClose={onClose}>
      <div className={css.body}>
        <Combobox
          label="Find a page, wallet or asset"
          placeholder="Name, symbol, nickname or address"
          listLabel="Found"
          matching={(text) => matching(entries, text, SHOWN)}
          keyOf={(entry) => entry.id}
          option={EntryLine}
          note={(found, text) => (found === 0 ? noneOf(text) : "")}
          onChoose={onChoose}
        />
      </div>
    </Dialog>
  );
}
