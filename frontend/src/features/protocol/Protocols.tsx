import { type ReactNode, useCallback } from "react";
import { useSearchParams } from "react-router";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { EmptyState, FailureNote } from "../../ui/Note";
import { PageHeader } from "../../ui/PageHeader";
import { useMedia } from "../../ui/useMedia";
import { Controls, type ControlsProps } from "./Controls";
import { PositionCard } from "./PositionCard";
import { Loading, LookedFor, Nothing, Unread } from "./ProtocolStates";
import css from "./protocols.module.css";
import { useProtocols } from "./queries";
import { SheetCard } from "./SheetCard";
import type { VisitorToken } from "./types";
import { inColumns, type ProtocolView, queryOf, shownCards, viewOf } from "./view";

/** From this width on there are two columns of cards. */
const WIDE = "(min-width: 1001px)";

/** The view in the URL. */
function useProtocolView(): [ProtocolView, (change: Partial<ProtocolView>) => void] {
  const [params, setParams] = useSearchParams();
  const onView = useCallback(
    (change: Partial<ProtocolView>) =>
      setParams(
        (old) => {
          const next = new URLSearchParams(old);
          for (const [name, value] of Object.entries(queryOf({ ...viewOf(old), ...change })))
            value === null ? next.delete(name) : next.set(name, value);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  return [viewOf(params), onView];
}

/** The cards of a view. */
function Cards({ data, view, onView }: ControlsProps) {
  const isWide = useMedia(WIDE);
  const shown = shownCards(data.user_wallet, view);
  if (shown.length === 0)
    return (
      <Card title="Positions">
        <EmptyState
          icon="layers"
          title={view.show === "debt" ? "No debts" : "No data found"}
          actions={
            <Button small onClick={() => onView({ show: "all", network: null })}>
              Show all positions
            </Button>
          }
        >
          Nothing fits this choice.
        </EmptyState>
      </Card>
    );
  const [left, right] = isWide ? inColumns(shown) : [shown, []];
  const columns = [
    { name: "left", of: left },
    { name: "right", of: right },
  ];
  return (
    <div className={css.cards}>
      {columns.map(({ name, of }) => (
        <div key={name} hidden={of.length === 0}>
          {of.map((card) => (
            <PositionCard key={card.place} shown={card} protocols={data} />
          ))}
        </div>
      ))}
    </div>
  );
}

interface ProtocolsProps {
  /** The token of a share session; null on the person's own page. */
  visitor: VisitorToken;
  /** The actions of the page; null for visitors. */
  actions: ReactNode;
  /** The net worth; null where it is not known. */
  netWorth: string | null;
  /** Opens the dialog that adds a wallet; null for visitors. */
  onAdd: (() => void) | null;
}

/** The page DeFi: what is owned and owed in protocols, and each position. */
export function Protocols({ visitor, actions, netWorth, onAdd }: ProtocolsProps) {
  const { data, error, refetch } = useProtocols(visitor);
  const [view, onView] = useProtocolView();
  const isEmpty = data !== undefined && data.user_wallet.length === 0;
  return (
    <>
      <PageHeader
        title="DeFi"
        subtitle="Decipher all your DeFi data from one place"
        actions={actions}
        plain={visitor !== null}
      />
      <div className={css.page}>
        {error && !data ? (
          <Card title="Balance sheet">
            <FailureNote title="Couldn't load your DeFi positions" failure={error} onRetry={() => void refetch()} />
          </Card>
        ) : null}
        {!error && !data ? <Loading /> : null}
        {isEmpty ? <Nothing data={data} onAdd={onAdd} /> : null}
        {data && !isEmpty ? (
          <>
            <SheetCard protocols={data} netWorth={netWorth} />
            <Controls data={data} view={view} onView={onView} />
            <Cards data={data} view={view} onView={onView} />
          </>
        ) : null}
        {data ? (
          <>
            <Unread data={data} />
            {isEmpty ? null : <LookedFor data={data} />}
          </>
        ) : null}
      </div>
    </>
  );
}
