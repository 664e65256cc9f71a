import { useEffect, useRef } from "react";
import { count } from "../../format/text";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { Menu, type MenuItem } from "../../ui/Menu";
import { type Choice, fullName, replaceWords } from "./accounts";
import { ExchangeIcon } from "./ExchangeIcon";
import css from "./exchangeGrid.module.css";
import { StateReason, StateWord } from "./StateLabel";
import type { ExchangeAccount, ExchangeProfile } from "./types";
import type { AccountActions } from "./useAccountActions";

interface GridActions extends AccountActions {
  /** Opens the form for another account. */
  onConnect: (profile: ExchangeProfile) => void;
  /** Opens the form for another key of an account. */
  onReplace: (account: ExchangeAccount) => void;
  /** Opens the page of all accounts. */
  onManage: () => void;
}

/** The entries of the menu of an exchange that is connected. Several accounts have theirs on the page of exchanges. */
function itemsOf(
  { profile, accounts }: Choice,
  { onConnect, onRename, onDisconnect, onManage }: GridActions,
): MenuItem[] {
  const add: MenuItem = { label: "Add another account", icon: "plus", onChoose: () => onConnect(profile) };
  const [account, ...others] = accounts;
  if (!account || others.length > 0)
    return [add, { label: `Manage ${count(accounts.length)} accounts`, icon: "bank", onChoose: onManage }];
  return [
    add,
    { label: "Rename", icon: "pen", onChoose: () => onRename(account) },
    { label: "Disconnect", icon: "trash", onChoose: () => onDisconnect(account) },
  ];
}

const Name = ({ choice: { profile, accounts, state } }: { choice: Choice }) => (
  <span className={css.name}>
    <b>{profile.name}</b>
    {state === "none" ? (
      <span>{profile.oauth ? "Sign in or API key" : "API key"}</span>
    ) : (
      <StateWord state={state} count={accounts.length} />
    )}
  </span>
);

/** The card of an exchange: it opens the form, or the menu of what is connected. */
function ExchangeCard({ choice, actions }: { choice: Choice; actions: GridActions }) {
  const { profile, accounts, state } = choice;
  const broken = accounts.find((account) => account.state === "needs_attention");
  const icon = <ExchangeIcon name={profile.name} mark={profile.mark} size={40} />;
  if (state !== "none" && !broken)
    return (
      <div className={css.card} data-state={state}>
        {icon}
        <Name choice={choice} />
        <Menu label={`Actions for ${profile.name}`} items={itemsOf(choice, actions)} isBare />
      </div>
    );
  return (
    <button
      type="button"
      className={css.card}
      data-state={state}
      data-exchange={profile.exchange}
      onClick={() => (broken ? actions.onReplace(broken) : actions.onConnect(profile))}
    >
      {icon}
      <Name choice={choice} />
      <Icon name="right" size={16} />
    </button>
  );
}

/** What is wrong with an account, with one step. */
function Attention({ choices, onReplace }: { choices: readonly Choice[] } & Pick<GridActions, "onReplace">) {
  const [account, ...others] = choices
    .flatMap(({ accounts }) => accounts)
    .filter(({ state }) => state === "needs_attention");
  if (!account) return null;
  return (
    <div className={css.attention}>
      <Icon name="alert" size={16} />
      <p>
        <b>{fullName(account)} needs attention.</b> <StateReason account={account} />
        {others.length > 0 ? ` ${count(others.length)} more on the page of exchanges.` : null}
      </p>
      <Button small onClick={() => onReplace(account)}>
        {replaceWords(account)}
      </Button>
    </div>
  );
}

/** The exchanges that this server reads, with what is connected. The first of them has the focus when they appear. */
export function ExchangeGrid({ choices, ...actions }: { choices: readonly Choice[] } & GridActions) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector("button")?.focus({ preventScroll: true }), []);
  return (
    <>
      <ul ref={list} className={css.grid}>
        {choices.map((choice) => (
          <li key={choice.profile.exchange}>
            <ExchangeCard choice={choice} actions={actions} />
          </li>
        ))}
      </ul>
      <Attention choices={choices} onReplace={actions.onReplace} />
      <p className={css.promise}>
        <Icon name="shield" size={16} />
        Spyhop only reads. Keys that can move funds are refused. Keys are encrypted here and never shown again.
      </p>
    </>
  );
}
