import { useNavigate } from "react-router";
import { Palette } from "../features/palette/Palette";
import { usePortfolio } from "../features/portfolio/queries";
import { useMe } from "../features/user/queries";
import { entriesOf } from "./paletteEntries";

/** The palette, filled with the user's wallets and assets. */
export function PaletteContainer({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const me = useMe();
  const portfolio = usePortfolio();
  const entries = entriesOf(me.data?.user.user_wallets ?? [], portfolio.data?.user_wallet.assets ?? []);
  return (
    <Palette
      entries={entries}
      isLoading={me.isPending || (!portfolio.data && !portfolio.error)}
      onChoose={({ to }) => {
        onClose();
        void navigate(to);
      }}
      onClose={onClose}
    />
  );
}
