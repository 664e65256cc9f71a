import { useState } from "react";
import { count, plural } from "../../format/text";
import { SearchField } from "../../ui/SearchField";
import { GroupForm } from "./GroupForm";
import css from "./groupForm.module.css";
import { groupNameProblem } from "./ownGroups";
import { useOwnGroups, useOwnWallets } from "./queries";
import type { UserWallet } from "./types";
import { WalletIcon } from "./WalletIcon";
import { nameOf } from "./words";

/** From this number of wallets on, the list can be narrowed. */
const MANY = 12;

interface ChoicesProps {
  chosen: ReadonlySet<string>;
  onChoose: (ids: ReadonlySet<string>) => void;
}

/** The wallets to choose from, each with the group that it is in. */
function WalletChoices({ chosen, onChoose }: ChoicesProps) {
  const wallets = useOwnWallets();
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const found = wallets.filter((one) => `${nameOf(one)} ${one.address}`.toLowerCase().includes(wanted));
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  return (
    <fieldset className={css.wallets}>
      <legend>
        Wallets <small>{count(chosen.size)} chosen</small>
      </legend>
      {wallets.length >= MANY ? <SearchField value={search} label="Name or address" onChange={setSearch} /> : null}
      <div className={css.options}>
        {found.map((one) => (
          <label key={one.id} title={nameOf(one)}>
            <input type="checkbox" checked={chosen.has(one.id)} onChange={() => toggle(one.id)} />
            <WalletIcon kind={one.wallet} />
            <bdi>{nameOf(one)}</bdi>
            {one.group ? <small>in {one.group}</small> : null}
          </label>
        ))}
        {found.length === 0 ? <p className={css.none}>No wallet matches “{search.trim()}”.</p> : null}
      </div>
    </fieldset>
  );
}

interface NewGroupProps {
  /** The wallets that it gets; empty to choose them in the dialog. */
  chosen: readonly UserWallet[];
  create: (wallets: readonly UserWallet[], name: string) => Promise<void>;
  onClose: () => void;
}

/** The dialog that makes a group of wallets. */
export function NewGroup({ chosen, create, onClose }: NewGroupProps) {
  const wallets = useOwnWallets();
  const taken = useOwnGroups().map(({ name }) => name);
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const members = chosen.length > 0 ? chosen : wallets.filter(({ id }) => ids.has(id));
  return (
    <GroupForm
      title="New group"
      subtitle={chosen.length > 0 ? `With ${plural(chosen.length, "wallet")} that you chose` : undefined}
      submit="Create group"
      rule={(name) => groupNameProblem(name, taken)}
      problem={() => (members.length === 0 ? "Choose at least one wallet." : "")}
      save={(name) => create(members, name)}
      onClose={onClose}
      below={chosen.length > 0 ? null : <WalletChoices chosen={ids} onChoose={setIds} />}
    />
  );
}
