import { Avatar } from "../../ui/Avatar";
import { Combobox } from "../../ui/Combobox";
import { Dialog } from "../../ui/Dialog";
import { Icon } from "../../ui/Icon";
import { type Entry, matching } from "./fuzzy";
import css from "./palette.module.css";

/** The number of entries shown; typing narrows them. */
const SHOWN = 30;

const kinds: Record<Entry["kind"], string> = { page: "Page", action: "Action", wallet: "Wallet", asset: "Asset" };

/** The image of the asset or of the app of the wallet, else an icon. */
function EntryMark({ kind, icon, mark, label, symbol }: Entry) {
  if (kind === "asset" || mark)
    return (
      <Avatar name={symbol ?? label} colour="var(--c8)" mark={mark ?? null} size={20} isPlace={kind === "wallet"} />
    );
  return <Icon name={icon ?? "wallet"} size={16} />;
}

const EntryLine = (entry: Entry) => (
  <>
    <i>
      <EntryMark {...entry} />
    </i>
    <span>
      <b>{entry.label}</b>
      {entry.detail ? <small>{entry.detail}</small> : null}
    </span>
    <em>{kinds[entry.kind]}</em>
  </>
);

interface PaletteProps {
  entries: readonly Entry[];
  /** Whether wallets and assets are still loading. */
  isLoading: boolean;
  onChoose: (entry: Entry) => void;
  onClose: () => void;
}

/** The command palette: finds a page, wallet or asset and opens it, or an action and does it. */
export function Palette({ entries, isLoading, onChoose, onClose }: PaletteProps) {
  const noneOf = (text: string) =>
    isLoading ? "Loading your wallets and assets…" : `Nothing matches “${text.trim()}”.`;
  return (
    <Dialog title="Find" subtitle="Pages, actions, and the wallets and assets of your portfolio" onClose={onClose}>
      <div className={css.body}>
        <Combobox
          label="Find a page, action, wallet or asset"
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
