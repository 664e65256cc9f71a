import { Button } from "../../ui/Button";
import { MenuItems } from "../../ui/MenuItems";
import { useMenu } from "../../ui/useMenu";
import { fullName, importableOf } from "./accounts";
import css from "./importFoot.module.css";
import { useAccounts, useProfiles } from "./queries";
import type { ExchangeAccount } from "./types";

interface ImportProps {
  accounts: readonly ExchangeAccount[];
  onImport: (account: ExchangeAccount) => void;
}

/** The button of several accounts, which opens a menu of them. */
function ImportMenu({ accounts, onImport }: ImportProps) {
  const { id, isOpen, close, root, button } = useMenu();
  const items = accounts.map((account) => ({
    label: fullName(account),
    icon: "bank" as const,
    onChoose: () => onImport(account),
  }));
  return (
    <span className={css.menu} {...root}>
      <Button tone="link" {...button}>
        Import a CSV
      </Button>
      {isOpen ? <MenuItems id={id} label="Import a CSV" items={items} isAbove onClose={close} /> : null}
    </span>
  );
}

/** The foot of the list of exchanges: the past that no key reads is imported, where there is an account for it. */
export function ImportFoot({ onImport }: Pick<ImportProps, "onImport">) {
  const { data: profiles = [] } = useProfiles();
  const { data: accounts = [] } = useAccounts();
  const [account, ...others] = importableOf(accounts, profiles);
  if (!account) return null;
  return (
    <footer className={css.foot}>
      <p>History that no key can read?</p>
      {others.length > 0 ? (
        <ImportMenu accounts={[account, ...others]} onImport={onImport} />
      ) : (
        <Button tone="link" onClick={() => onImport(account)}>
          Import a CSV
        </Button>
      )}
    </footer>
  );
}
