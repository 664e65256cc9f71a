import type { ReactNode } from "react";
import { plural } from "../../format/text";
import { Button } from "../../ui/Button";
import { CoverageNote } from "../../ui/CoverageNote";
import { EmptyState } from "../../ui/Note";
import css from "./counterparties.module.css";
import { kindLabel } from "./kinds";
import type { Volumes } from "./types";
import type { VolumeView } from "./volumeView";

interface NoVolumeProps {
  volumes: Volumes;
  view: VolumeView;
  onView: (change: Partial<VolumeView>) => void;
  accounts: ReactNode;
  /** Opens the add-wallet dialog; null for visitors. */
  onAdd: (() => void) | null;
}

/** Why there is no row. */
function reason({ unlabelled: { addresses }, coverage }: Volumes, view: VolumeView, isAdding: boolean): string {
  if (isAdding) return "Add a wallet to see with which services you exchanged value.";
  if (view.kind !== null || view.chains.length > 0) return "No service matches the chosen kind, networks and time.";
  if (coverage.accounts_done < coverage.accounts) return "Your history is still being read.";
  if (addresses > 0)
    return `You exchanged value with ${plural(addresses, "address", "addresses")} without a label only. They are counted apart.`;
  return view.span === "max" ? "You exchanged no value with others so far." : "There were none in this time.";
}

/** The state without any service: why, and what to do. */
export function NoVolume({ volumes, view, onView, accounts, onAdd }: NoVolumeProps) {
  const isNarrowed = view.kind !== null || view.chains.length > 0;
  const onAddFirst = volumes.coverage.accounts === 0 ? onAdd : null;
  const title =
    view.kind === null ? "No trades with a known service yet." : `No ${kindLabel(view.kind).toLowerCase()} here`;
  return (
    <section className={css.card} aria-label="Counterparties">
      <div className={css.empty}>
        <EmptyState
          icon={isNarrowed ? "flows" : "whale"}
          title={title}
          actions={
            <>
              {onAddFirst ? (
                <Button small tone="primary" icon="plus" onClick={onAddFirst}>
                  Add wallet
                </Button>
              ) : null}
              {!onAddFirst && view.span !== "max" ? (
                <Button small onClick={() => onView({ span: "max" })}>
                  Show all time
                </Button>
              ) : null}
              {isNarrowed ? (
                <Button small onClick={() => onView({ kind: null, chains: [] })}>
                  Clear filters
                </Button>
              ) : null}
            </>
          }
        >
          {reason(volumes, view, onAddFirst !== null)}
        </EmptyState>
      </div>
      <div className={css.foot}>
        <CoverageNote coverage={volumes.coverage} accounts={accounts} />
      </div>
    </section>
  );
}
