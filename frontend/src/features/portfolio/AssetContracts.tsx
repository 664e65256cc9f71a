import { IconButton } from "../../ui/Button";
import { Disc } from "../../ui/Disc";
import { useCopy } from "../../ui/useCopy";
import css from "./assetPanel.module.css";
import type { ViewRow } from "./assetView";
import { contractsOf } from "./contracts";
import { PanelSection } from "./PanelSection";

/** The contracts of the asset, one a network; an imitation's are not offered for copying. */
export function AssetContracts({ row, colours }: { row: ViewRow; colours: ReadonlyMap<string, string> }) {
  const copy = useCopy();
  const contracts = contractsOf(row);
  if (contracts.length === 0 || row.flags.length > 0) return null;
  return (
    <PanelSection title="Contracts">
      <ul className={css.contracts}>
        {contracts.map(({ chain, chainName, mark, address, short }) => (
          <li key={`${chain} ${address}`}>
            <Disc name={chainName} colour={colours.get(chain) ?? "var(--c8)"} mark={mark} size={18} />
            <span>{chainName}</span>
            <code title={address}>{short}</code>
            <IconButton
              icon="copy"
              size={15}
              label={`Copy the contract on ${chainName}`}
              onClick={() => copy(address, "Copied")}
            />
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}
