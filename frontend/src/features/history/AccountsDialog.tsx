import { Link } from "react-router";
import { count, plural } from "../../format/text";
import { date } from "../../format/time";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import drawer from "../../ui/drawer.module.css";
import { Meter } from "../../ui/Meter";
import { InlineFailure } from "../../ui/Note";
import { Until } from "../../ui/Time";
import { useToast } from "../../ui/toasts";
import { isAtExchange, placeName } from "./atExchange";
import { isBeingRead, paceWords, progressWords, sinceWords } from "./coverage";
import css from "./coverage.module.css";
import { useLiftCap } from "./mutations";
import type { AccountProgress, HistoryCoverage, HistoryGap } from "./types";
import { useVisitor } from "./visitor";

const words: Record<AccountProgress["state"], string> = {
  not_read: "Not read",
  failed: "Failed",
  capped: "At its limit",
  no_source: "No source",
  partial: "Partly read",
  reading: "Reading",
  waiting: "Waiting",
  whole: "All read",
};
const tones: Partial<Record<AccountProgress["state"], string>> = {
  not_read: "loss",
  failed: "loss",
  capped: "warn",
  no_source: "warn",
  partial: "warn",
};
/** What needs attention comes first. */
const ORDER = Object.keys(words);

/** The limit that an account has reached, and the action that lifts it. */
function Cap({ account }: { account: AccountProgress }) {
  const { mutate, isPending, error } = useLiftCap();
  const toast = useToast();
  const lift = () => mutate(account.account, { onSuccess: () => toast({ text: `Reading all of ${account.name}` }) });
  return (
    <div className={css.why}>
      {account.cap === null ? "Older entries are not read. " : `Only the newest ${count(account.cap)} are read. `}
      <Button tone="link" small busy={isPending} aria-label={`Read all of ${account.name}`} onClick={lift}>
        Read all
      </Button>
      {error ? <InlineFailure>{error.message}</InlineFailure> : null}
    </div>
  );
}

function Account({ account }: { account: AccountProgress }) {
  const { name, chain_name, state, oldest, error, next_attempt, facts, total } = account;
  const visitor = useVisitor();
  return (
    <li>
      <span className={css.name}>
        {name}
        <small>
          {isAtExchange({ chain: account.account }) ? placeName(chain_name, name) : chain_name}
          {oldest ? ` · since ${date(oldest)}` : ""}
        </small>
      </span>
      <span className={css.state} data-tone={tones[state]}>
        {words[state]}
        <small>{(state === "waiting" || state === "not_read") && facts === 0 ? "" : progressWords(account)}</small>
        <small>{state === "reading" ? paceWords(account) : ""}</small>
      </span>
      {state === "reading" && total ? (
        <span className={css.why}>
          <Meter part={Math.min(1, facts / total)} />
        </span>
      ) : null}
      {state === "failed" || state === "not_read" ? (
        <p className={css.why}>
          {error ?? "No source answered."}
          {next_attempt ? (
            <>
              {" Retries "}
              <Until at={next_attempt} />.
            </>
          ) : null}
        </p>
      ) : null}
      {state === "capped" && !visitor ? <Cap account={account} /> : null}
    </li>
  );
}

/** A part of the history that is missing or cannot be checked, and what helps. */
function Gap({ gap: { kind, text, remedy, accounts } }: { gap: HistoryGap }) {
  const visitor = useVisitor();
  return (
    <li>
      {text}
      <p>{[accounts > 0 ? plural(accounts, "account") : "", remedy ?? ""].filter(Boolean).join(" · ")}</p>
      {kind === "contract_account" && !visitor ? <Link to="/health">Compare balances</Link> : null}
    </li>
  );
}

interface AccountsDialogProps {
  coverage: HistoryCoverage;
  onClose: () => void;
}

/** How far the history of each account is read, and what no source knows. */
export function AccountsDialog({ coverage, onClose }: AccountsDialogProps) {
  const { accounts_status, accounts, accounts_done, gaps } = coverage;
  const sorted = accounts_status.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
  return (
    <Dialog
      title="History by account"
      subtitle={
        isBeingRead(coverage)
          ? sinceWords(coverage)
          : `${sinceWords(coverage)} · ${count(accounts_done)} of ${plural(accounts, "account")} read`
      }
      shape="drawer"
      onClose={onClose}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section className={`${drawer.body} ${css.accounts}`} tabIndex={0} aria-label="Accounts">
        <ul>
          {sorted.map((account) => (
            <Account key={account.account} account={account} />
          ))}
        </ul>
        {gaps.length > 0 ? (
          <div className={css.gaps}>
            <h3>What may be missing</h3>
            <ul>
              {gaps.map((gap) => (
                <Gap key={`${gap.kind} ${gap.text}`} gap={gap} />
              ))}
            </ul>
          </div>
        ) : null}
      </section>
    </Dialog>
  );
}
