import { useLocation, useNavigate } from "react-router";
import type { Entry } from "../features/palette/fuzzy";
import { Palette } from "../features/palette/Palette";
import { usePortfolio } from "../features/portfolio/queries";
import { useMe } from "../features/user/queries";
import { hideAmounts, useAmountsHidden } from "../format/amounts";
import { useTheme } from "../theme/theme";
import { useAddWallet } from "./addWallet";
import { entriesOf } from "./paletteEntries";
import { next } from "./ThemeButton";

/** The palette, filled with the user's wallets and assets. */
export function PaletteContainer({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const me = useMe();
  const portfolio = usePortfolio();
  const isHidden = useAmountsHidden();
  const [theme, chooseTheme] = useTheme();
  const addWallet = useAddWallet();
  const actions: Readonly<Record<string, () => void>> = {
    add: () => addWallet(),
    hide: () => hideAmounts(!isHidden),
    theme: () => chooseTheme(next[theme]),
  };
  const entries = entriesOf(me.data?.user.user_wallets ?? [], portfolio.data?.user_wallet.assets ?? [], {
    isHidden,
    nextTheme: next[theme],
  });
  const choose = ({ id, to }: Entry) => {
    onClose();
    // A hash alone opens its dialog over the current page.
    if (to) void navigate(to.startsWith("#") ? { pathname, search, hash: to } : to);
    else actions[id]?.();
  };
  return (
    <Palette
      entries={entries}
      isLoading={me.isPending || (!portfolio.data && !portfolio.error)}
      onChoose={choose}
      onClose={onClose}
    />
  );
}
