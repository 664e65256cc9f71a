import { wholeOf } from "../../ui/choices";
import { MultiSelect } from "../../ui/MultiSelect";

/** A wallet of the filter. */
export interface WalletChoice {
  address: string;
  label: string;
}

interface WalletFilterProps {
  wallets: readonly WalletChoice[];
  chosen: readonly string[];
  onChoose: (addresses: string[]) => void;
}

/** The filter of Home by wallet. */
export const WalletFilter = ({ wallets, chosen, onChoose }: WalletFilterProps) =>
  wallets.length < 2 ? null : (
    <MultiSelect
      label="Wallets"
      all={`All ${wallets.length} wallets`}
      choices={wallets.map(({ address, label }) => ({ id: address, name: label, whole: wholeOf(label, address) }))}
      chosen={chosen}
      onChoose={onChoose}
    />
  );
