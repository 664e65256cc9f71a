import { Link } from "react-router";
import { count } from "../../format/text";
import { useReadAgain } from "../../queries/readAgain";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { Until } from "../../ui/Time";
import { useToast } from "../../ui/toasts";
import { useShowMore } from "../../ui/useShowMore";
import css from "./walletAttention.module.css";
import { pathOf } from "./walletPath";
import type { Attention } from "./walletRows";

/** The rows before the button that shows the others. */
const FIRST = 4;

/** Opens the dialog about a wrong address; `unsupported` says why an address of a known kind is not read. */
export type OnFix = (address: string, unsupported: string | null) => void;

const WORDS = {
  wrong: "This wallet address is not detected. Please fix it now.",
  unsupported: "This wallet isn't supported yet.",
  unanswered: "Not loaded yet.",
} as const;

/** The button that requests the balances of the wallet again. */
function Again({ address, name }: Attention) {
  const { mutate, isPending } = useReadAgain();
  const toast = useToast();
  const again = () =>
    mutate({ wallet_address: address }, { onError: ({ message }) => toast({ text: message, bad: true }) });
  return (
    <Button small busy={isPending} aria-label={`Try again: ${name}`} onClick={again}>
      Try again
    </Button>
  );
}

function Row({ one, onFix }: { one: Attention; onFix: OnFix }) {
  const { id, address, name, kind, text, retryAt } = one;
  const label = kind === "unsupported" ? "Details" : "Fix now";
  return (
    <li id={`wallet-${id}`} tabIndex={-1}>
      <span className={css.icon}>
        <Icon name={kind === "unanswered" ? "clock" : "wallet"} size={16} />
      </span>
      <span className={css.two}>
        <Link to={pathOf(id)}>{name}</Link>
        <span>{WORDS[kind]}</span>
      </span>
      <span className={css.why}>
        {retryAt ? (
          <>
            Retries <Until at={retryAt} />
          </>
        ) : (
          text
        )}
      </span>
      {kind === "unanswered" ? (
        <Again {...one} />
      ) : (
        <Button
          small
          aria-label={`${label}: ${name}`}
          onClick={() => onFix(address, kind === "unsupported" ? text : null)}
        >
          {label}
        </Button>
      )}
    </li>
  );
}

/** The wallets that are not read, above the list and outside of it. */
export function WalletAttention({ all, onFix }: { all: readonly Attention[]; onFix: OnFix }) {
  const [shown, more] = useShowMore(all, FIRST);
  if (all.length === 0) return null;
  return (
    <Card
      title={
        <>
          Needs attention <em className={css.count}>{count(all.length)}</em>
        </>
      }
    >
      <ul className={css.rows}>
        {shown.map((one) => (
          <Row key={one.id} one={one} onFix={onFix} />
        ))}
      </ul>
      {more ? <p className={css.more}>{more}</p> : null}
    </Card>
  );
}
