import { Pagination } from "../../ui/Pagination";
import { nearestPage } from "../../ui/paging";
import css from "./list.module.css";
import type { WalletCard } from "./types";
import type { ShownWallets } from "./useShownWallets";
import type { OnFix } from "./WalletAttention";
import { WalletCardView } from "./WalletCardView";
import { CardsSkeleton, ListSkeleton } from "./WalletsParts";
import { WalletTable } from "./WalletTable";

interface BodyProps {
  shown: ShownWallets;
  onEdit: (wallet: WalletCard) => void;
  onDelete: (wallet: WalletCard) => void;
  onFix: OnFix;
}

/** The page controls; none on a single page, and none between groups, which open by themselves. */
function Pages({ view, layout, pages, onView }: ShownWallets) {
  if (pages <= 1 || (layout === "list" && view.group !== "none")) return null;
  return (
    <div className={css.foot}>
      <Pagination page={nearestPage(view.page, pages)} pages={pages} onPage={(page) => onView({ page })} />
    </div>
  );
}

function List({ shown, onEdit, onDelete }: Omit<BodyProps, "onFix">) {
  const { data, all, lines, view, isReading, isStale, isNarrowed, attention } = shown;
  if (lines.length === 0 && !isReading) return null;
  return (
    <section
      className={`${css.list} ${isStale ? css.stale : ""}`}
      aria-label="All wallets"
      aria-busy={isReading || isStale}
    >
      {data && lines.length > 0 ? (
        <WalletTable
          data={data}
          all={all}
          lines={lines}
          group={view.group}
          isNarrowed={isNarrowed}
          attention={attention.length}
          onEdit={onEdit}
          onDelete={onDelete}
        />
      ) : (
        <ListSkeleton />
      )}
      <Pages {...shown} />
    </section>
  );
}

function Cards({ shown, onEdit, onDelete, onFix }: BodyProps) {
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
                onDelete={() => onDelete(wallet)}
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
