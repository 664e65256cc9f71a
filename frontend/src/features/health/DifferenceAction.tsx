import { Link } from "react-router";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { useToast } from "../../ui/toasts";
import { useLiftCap } from "./mutations";
import { assetName, entriesPath } from "./reconciliation";
import css from "./reconciliation.module.css";
import type { BalanceDifference } from "./types";

/** Reads more of an account whose reading stopped at its limit. */
function LiftCap({ line: { account, name } }: { line: BalanceDifference }) {
  const { mutate, isPending } = useLiftCap();
  const toast = useToast();
  const lift = () =>
    mutate(account, {
      onSuccess: () => toast({ text: `Reading more of ${name}` }),
      onError: ({ message }) => toast({ text: message, bad: true }),
    });
  return (
    <Button small aria-label={`Lift the limit of ${name}`} busy={isPending} onClick={lift}>
      Lift the limit
    </Button>
  );
}

const Entries = ({ line, label, to }: { line: BalanceDifference; label: string; to: string }) => (
  <Link to={to} className={css.open} aria-label={`${label}: ${assetName(line)}, ${line.name}`}>
    {label}
    <Icon name="right" size={14} />
  </Link>
);

interface DifferenceActionProps {
  line: BalanceDifference;
  onAddToken: (chain: string | null) => void;
}

/** The next step of a difference; nothing where it is not taken on a page. */
export function DifferenceAction({ line, onAddToken }: DifferenceActionProps) {
  switch (line.cause) {
    case "cap":
      return <LiftCap line={line} />;
    case "not_read":
      return (
        <Button
          small
          icon="plus"
          aria-label={`Add the token ${assetName(line)}`}
          onClick={() => onAddToken(line.asset.split("/")[0] ?? null)}
        >
          Add the token
        </Button>
      );
    case "undecoded":
    case "unknown":
      return <Entries line={line} label="Open entries" to={entriesPath(line)} />;
    case "reading":
    case "behind":
      return <Entries line={line} label="Show progress" to="/intelligence/transaction-history" />;
    default:
      return null;
  }
}
