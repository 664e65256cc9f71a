import { Pagination } from "../../ui/Pagination";
import { nearestPage } from "../../ui/paging";
import { BulkBar } from "./BulkBar";
import css from "./list.module.css";
import type { WalletCard } from "./types";
import { useExportWallets } from "./useExportWallets";
import type { useGroupDialog } from "./useGroupDialog";
import type { ShownWallets } from "./useShownWallets";
import type { WalletList } from "./useWalletList";
import type { OnFix } from "./WalletAttention";
import { WalletCardView } from "./WalletCardView";
import { CardsSkeleton, ListSkeleton } from "./WalletsParts";
import { WalletTable } from "./WalletTable";

interface BodyProps {
  shown: ShownWallets;
  list: WalletList;
  groups: ReturnType<typeof useGroupDialog>;
  onEdit: (wallet: WalletCard) => void;
  onDelete: (wallets: readonly WalletCard[]) => void;
  onFix: OnFix;
}

/** The page controls; none on a single page, and none between groups, which open by themselves. */
function Pages({ view, layout, pages, group, onView }: ShownWallets) {
  if (pages <= 1 || (layout === "list" && group !== "none")) return null;
  return (
    <div className={css.foot}>
      <Pagination page={nearestPage(view.page, pages)} pages={pages} onPage={(page) => onView({ page })} />
    </div>
  );
}

function List({ shown, list, groups, onEdit, onDelete }: Omit<BodyProps, "onFix">) {
  const { data, all, lines, view, onView, isReading, isStale, isNarrowed, attention } = shown;
  const save = useExportWallets();
  if (lines.length === 0 && !isReading) return null;
  const chosen = list.choice.chosen.map(({ wallet }) => wallet);
  return (
    <section className={isStale ? css.stale : undefined} aria-label="All wallets" aria-busy={isReading || isStale}>
      {data && lines.length > 0 ? (
        <>
          <BulkBar
            chosen={chosen.length}
            onMove={() => groups.onMove(chosen)}
            onExport={() => void save(chosen, data.currency_code)}
            onDelete={() => onDelete(chosen)}
            onClear={list.choice.onClear}
          />
          <WalletTable
            data={data}
            all={all}
            list={list}
            view={view}
            onView={onView}
            isNarrowed={isNarrowed}
            attention={attention.length}
            rowActions={{
              onEdit,
              onMove: (wallet) => groups.onMove([wallet]),
              onDelete: (wallet) => onDelete([wallet]),
            }}
            groupActions={groups}
          />
        </>
      ) : (
        <ListSkeleton />
      )}
      <Pages {...shown} />
    </section>
  );
}

function Cards({ shown, onEdit, onDelete, onFix }: Omit<BodyProps, "list" | "groups">) {
  const { data, lines, isReading, isStale } = shown;
  return (
    <>
      <ul className={`${css.cards} ${isStale ? css.stale : ""}`} aria-busy={isReading || isStale}>
        {isReading && !data?.user_wallets.length ? <CardsSkeleton /> : null}
        {data
          ? lines.map(({ wallet, place }) => (
              <WalletCardView
                key={wallet.id}
                wallet={wallet}
                place={place}
                currency={data.currency_code}
                figures={data.figures}
                onEdit={() => onEdit(wallet)}
                onDelete={() => onDelete([wallet])}
                onFix={() => onFix(wallet.address, null)}
              />
            ))
          : null}
      </ul>
      <Pages {...shown} />
    </>
  );
}

/** The wallets as a list or as cards. */
export const WalletsBody = (props: BodyProps) =>
  props.shown.layout === "list" ? <List {...props} /> : <Cards {...props} />;
