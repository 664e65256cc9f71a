import { Icon, type IconName } from "../../ui/Icon";
import { Ago, Until } from "../../ui/Time";
import type { CardState } from "./accounts";
import css from "./stateLabel.module.css";
import type { ExchangeAccount } from "./types";

/** The word and the icon of each state. */
const STATES: Readonly<Record<Exclude<CardState, "none">, { word: string; icon: IconName }>> = {
  reading: { word: "Reading", icon: "refresh" },
  connected: { word: "Connected", icon: "check" },
  failing: { word: "Failing", icon: "clock" },
  needs_attention: { word: "Needs attention", icon: "alert" },
  from_files: { word: "From files", icon: "list" },
};

/** The state of an exchange or an account, in one word. */
export const StateWord = ({ state, count = 1 }: { state: Exclude<CardState, "none">; count?: number }) => (
  <span className={css.state} data-state={state}>
    <Icon name={STATES[state].icon} size={14} />
    {STATES[state].word}
    {state === "connected" && count > 1 ? <small>{count} accounts</small> : null}
  </span>
);

/** When the balances are from, where they are not from now. */
const From = ({ at }: { at: string }) => (
  <>
    {" "}
    Balances were read <Ago at={at} />.
  </>
);

/** The reason why an account is not read, from when its balances are, and when it is tried again. */
export const StateReason = ({ account: { state, reason, retry_on, read_on } }: { account: ExchangeAccount }) => {
  if (state === "connected" || state === "reading" || state === "from_files") return null;
  return (
    <span>
      {reason?.text ?? "The exchange did not answer."}
      {read_on ? <From at={read_on} /> : " Its balances are not known yet."}
      {state === "failing" && retry_on ? (
        <>
          {" "}
          Retries <Until at={retry_on} />.
        </>
      ) : null}
    </span>
  );
};

/** The state of an account with when it was read. */
export function StateLabel({ account }: { account: ExchangeAccount }) {
  const { state, read_on } = account;
  if (state !== "connected" || read_on === null) return <StateWord state={state} />;
  return (
    <span className={css.state} data-state={state}>
      <Icon name="check" size={14} />
      <span>
        Read <Ago at={read_on} />
      </span>
    </span>
  );
}
