import { type ReactNode, useCallback, useRef } from "react";
import { Card } from "../../ui/Card";
import { FailureNote } from "../../ui/Note";
import { PageHeader } from "../../ui/PageHeader";
import { useCloseOnEscape } from "../../ui/useCloseOnEscape";
import { CounterpartyPanel } from "./CounterpartyPanel";
import css from "./counterparties.module.css";
import { NoVolume } from "./NoVolume";
import { useVolumes } from "./queries";
import type { VisitorToken, Volumes } from "./types";
import { useVolumeView } from "./useVolumeView";
import { VolumeControls } from "./VolumeControls";
import { VolumeFacts } from "./VolumeFacts";
import { VolumesLoading } from "./VolumesLoading";
import { VolumeTable } from "./VolumeTable";
import { linesOf } from "./volumes";
import type { VolumeView } from "./volumeView";

interface CounterpartiesProps {
  /** The token of a share session; null on the person's own page. */
  visitor: VisitorToken;
  /** The share button; null for visitors. */
  share: ReactNode;
  /** The button that shows how far each account is read; null for visitors. */
  accounts: ReactNode;
  /** Opens the add-wallet dialog; null for visitors. */
  onAdd: (() => void) | null;
  /** The path of Transaction history with a query. */
  historyPath: (query: URLSearchParams) => string;
}

interface RankingProps extends Pick<CounterpartiesProps, "accounts" | "onAdd" | "historyPath"> {
  volumes: Volumes;
  /** Whether the volumes are those of another choice, which stay until the chosen ones have loaded. */
  isStale: boolean;
  view: VolumeView;
  onView: (change: Partial<VolumeView>) => void;
}

/** The ranking, and the panel of the open service beside it. */
function Ranking({ volumes, isStale, view, onView, accounts, onAdd, historyPath }: RankingProps) {
  const list = useRef<HTMLDivElement>(null);
  const lines = linesOf(volumes, view);
  const open = volumes.counter_party_volume_traded.find(({ name }) => name === view.open);
  const onClose = useCallback(() => {
    // The focus returns to the row, because the panel that has it disappears.
    list.current?.querySelector<HTMLElement>("[data-line][aria-expanded=true]")?.focus();
    onView({ open: null });
  }, [onView]);
  useCloseOnEscape(open !== undefined, onClose);
  return (
    <div ref={list} className={css.board} data-open={open ? "" : undefined}>
      {lines.length === 0 ? (
        <NoVolume volumes={volumes} view={view} onView={onView} accounts={accounts} onAdd={onAdd} />
      ) : (
        <VolumeTable
          volumes={volumes}
          lines={lines}
          isStale={isStale}
          view={view}
          onOpen={(name) => onView({ open: name })}
          accounts={accounts}
        />
      )}
      {open ? (
        <CounterpartyPanel
          key={open.name}
          service={open}
          volumes={volumes}
          view={view}
          onClose={onClose}
          // Visitors, who add nothing, rename nothing either.
          onRenamed={onAdd ? (name) => onView({ open: name }) : null}
          historyPath={historyPath}
        />
      ) : null}
    </div>
  );
}

/** The page of the services with which value was exchanged. */
export function Counterparties({ visitor, share, ...actions }: CounterpartiesProps) {
  const [view, onView] = useVolumeView();
  const { data, error, isPlaceholderData, refetch } = useVolumes(view.span, view.chains, visitor);
  return (
    <>
      <PageHeader
        title="Volume traded by counterparty"
        subtitle="Understand where you've exchanged the most value"
        plain={visitor !== null}
        actions={share}
      />
      <div className={css.page}>
        {error && !data ? null : <VolumeFacts volumes={data} view={view} />}
        <VolumeControls view={view} onView={onView} volumes={data} />
        {data ? (
          <Ranking volumes={data} isStale={isPlaceholderData} view={view} onView={onView} {...actions} />
        ) : error ? (
          <Card title="Counterparties">
            <FailureNote title="Couldn't load your counterparties" failure={error} onRetry={() => void refetch()} />
          </Card>
        ) : (
          <VolumesLoading />
        )}
      </div>
    </>
  );
}
