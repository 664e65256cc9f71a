import { Avatar } from "../../ui/Avatar";
import { IconButton } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { PanelSection } from "../../ui/PanelSection";
import { useCopy } from "../../ui/useCopy";
import css from "./assetPanel.module.css";
import type { ViewRow } from "./assetView";
import { contractsOf } from "./contracts";

/** Says whether all contracts are on a token list. An unlisted contract may be anyone's. */
const Listed = ({ known }: { known: boolean }) =>
  known ? (
    <span className={css.chip}>
      <Icon name="check" size={12} /> Known token
    </span>
  ) : (
    <span className={css.chip} data-tone="warn">
      Not on our list
    </span>
  );

/** The contracts of an asset, by network. Those of imitations cannot be copied. */
export function AssetContracts({ row, colours }: { row: ViewRow; colours: ReadonlyMap<string, string> }) {
  const copy = useCopy();
  const contracts = contractsOf(row);
  if (contracts.length === 0 || row.flags.some(({ code }) => code === "look_alike")) return null;
  return (
    <PanelSection title="Contracts" side={<Listed known={contracts.every(({ listed }) => listed)} />}>
      <ul className={css.contracts}>
        {contracts.map(({ chain, chainName, mark, address, short, url }) => (
          <li key={`${chain} ${address}`}>
            <Avatar name={chainName} colour={colours.get(chain) ?? "var(--c8)"} mark={mark} size={18} />
            <span>{chainName}</span>
            <code title={address}>{short}</code>
            <IconButton
              icon="copy"
              size={15}
              label={`Copy the contract on ${chainName}`}
              onClick={() => copy(address, "Copied")}
            />
            {url === null ? (
              <span className={css.out} />
            ) : (
              <a
                className={css.out}
                href={url}
                target="_blank"
                rel="noreferrer noopener"
                aria-label={`View the contract on ${chainName} on its block explorer`}
              >
                <Icon name="out" size={14} />
              </a>
            )}
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}
