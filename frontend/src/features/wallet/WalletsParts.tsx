import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/Note";
import { Skeleton } from "../../ui/Skeleton";
import css from "./list.module.css";

/** The cards before the wallets have loaded. */
export const CardsSkeleton = () =>
  [0, 1, 2].map((i) => (
    <li key={i} className={css.card}>
      <Skeleton width={160} height={44} />
      <Skeleton width={200} height={50} />
      <Skeleton width="100%" height={24} />
    </li>
  ));

/** The rows before the wallets have loaded. */
export const ListSkeleton = () => (
  <div className={css.rowsSkeleton} aria-busy="true">
    {[0, 1, 2, 3, 4, 5, 6, 7].map((i) => (
      <Skeleton key={i} width="100%" height={24} />
    ))}
  </div>
);

interface NothingProps {
  /** Why nothing is shown: a search, networks without balances, a wallet app, or no wallet at all. */
  cause: "search" | "networks" | "app" | "none";
  search: string;
  onAll: () => void;
  onAdd: () => void;
}

/** The empty state: no wallets, or none that match. */
export const Nothing = ({ cause, search, onAll, onAdd }: NothingProps) => (
  <EmptyState
    icon={cause === "none" ? "whale" : "wallet"}
    title="No data found"
    actions={
      cause === "none" ? (
        <Button tone="primary" icon="plus" onClick={onAdd}>
          Add wallet
        </Button>
      ) : (
        <Button onClick={onAll}>Show all wallets</Button>
      )
    }
  >
    {cause === "search" ? `No wallet matches “${search.trim()}”.` : null}
    {cause === "networks" ? "No wallet has a balance on the selected networks." : null}
    {cause === "app" ? "No wallet has the selected wallet app." : null}
    {cause === "none" ? "Paste any address or ENS name. No account, no signature, no keys." : null}
  </EmptyState>
);
