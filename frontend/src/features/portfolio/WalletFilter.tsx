import { MultiSelect } from "../../ui/MultiSelect";

/** A wallet that can be chosen. */
export interface WalletChoice {
  address: string;
  label: string;
}

interface WalletFilterProps {
  wallets: readonly WalletChoice[];
  chosen: readonly string[];
  onChoose: (addresses: string[]) => void;
}

/** Narrows all of Home to some wallets. */
export const WalletFilter = ({ wallets, chosen, onChoose }: WalletFilterProps) =>
  wallets.length < 2 ? null : (
    <MultiSelect
      label="Wallets"
      all={`All ${wallets.length} wallets`}
      choices={wallets.map(({ address, label }) => ({ id: address, name: label }))}
      chosen={chosen}
      onChoose={onChoose}
    />
  );
