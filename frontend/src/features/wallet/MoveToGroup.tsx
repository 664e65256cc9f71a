import { useId, useState } from "react";
import { plural } from "../../format/text";
import { GroupForm } from "./GroupForm";
import css from "./groupForm.module.css";
import { groupNameProblem } from "./ownGroups";
import { useOwnGroups } from "./queries";
import type { WalletCard } from "./types";

/** Where the wallets go: into a group with this name, into a new one, or out of theirs. */
type Target = { kind: "group"; name: string } | { kind: "new" } | { kind: "none" };

interface TargetOption {
  target: Target;
  label: string;
  /** How many wallets are in it. */
  wallets?: number;
}

interface TargetsProps {
  options: readonly TargetOption[];
  chosen: Target;
  onChoose: (target: Target) => void;
}

const keyOf = (target: Target): string => (target.kind === "group" ? `group ${target.name}` : target.kind);

function Targets({ options, chosen, onChoose }: TargetsProps) {
  const name = useId();
  return (
    <fieldset className={css.options}>
      <legend className="vh">Group</legend>
      {options.map(({ target, label, wallets }) => (
        <label key={keyOf(target)} title={label}>
          <input type="radio" name={name} checked={keyOf(target) === keyOf(chosen)} onChange={() => onChoose(target)} />
          <bdi>{label}</bdi>
          {wallets === undefined ? null : <small>{plural(wallets, "wallet")}</small>}
        </label>
      ))}
    </fieldset>
  );
}

/** The one group that all of the wallets are in; null if there is none. */
function commonGroup(wallets: readonly WalletCard[]): string | null {
  const groups = new Set(wallets.map(({ group }) => group));
  const [only = null] = groups;
  return groups.size === 1 ? only : null;
}

interface MoveToGroupProps {
  wallets: readonly WalletCard[];
  move: (group: string) => Promise<void>;
  onClose: () => void;
}

/** The dialog that moves wallets to one of the groups, to a new one, or out of theirs. */
export function MoveToGroup({ wallets, move, onClose }: MoveToGroupProps) {
  const groups = useOwnGroups();
  const current = commonGroup(wallets);
  const others = groups.filter(({ name }) => name !== current);
  const [first] = others;
  const [chosen, setChosen] = useState<Target>(first ? { kind: "group", name: first.name } : { kind: "new" });
  const options: TargetOption[] = [
    ...others.map(({ name, wallets: of }) => ({
      target: { kind: "group" as const, name },
      label: name,
      wallets: of.length,
    })),
    { target: { kind: "new" }, label: "New group…" },
  ];
  if (wallets.some(({ group }) => group !== null)) options.push({ target: { kind: "none" }, label: "No group" });
  const taken = groups.map(({ name }) => name);
  return (
    <GroupForm
      title={`Move ${plural(wallets.length, "wallet")}`}
      subtitle={current === null ? undefined : `Now in ${current}`}
      submit="Move"
      isNamed={chosen.kind === "new"}
      rule={(name) => groupNameProblem(name, taken)}
      save={(name) => move(chosen.kind === "group" ? chosen.name : chosen.kind === "new" ? name : "")}
      onClose={onClose}
      above={options.length > 1 ? <Targets options={options} chosen={chosen} onChoose={setChosen} /> : null}
    />
  );
}
