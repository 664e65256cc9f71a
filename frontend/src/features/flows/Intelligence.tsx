import type { ReactNode } from "react";
import { PageHeader } from "../../ui/PageHeader";
import { IntelligenceTiles, type TilePage } from "./IntelligenceTiles";
import css from "./intelligence.module.css";
import { NetFlows } from "./NetFlows";
import type { VisitorToken } from "./types";

interface IntelligenceProps {
  /** The token of a share session; null on the person's own page. */
  visitor: VisitorToken;
  /** The share button; null for visitors. */
  share: ReactNode;
  /** The button that shows how far each account is read; null for visitors. */
  accounts: ReactNode;
  /** The card of insights. */
  insights: ReactNode;
  /** Opens the add-wallet dialog; null for visitors. */
  onAdd: (() => void) | null;
  /** The path of another page about the same history. */
  pathOf: (page: TilePage) => string;
}

/** The page Intelligence: what the other pages find, and what came in from others and what left. */
export function Intelligence({ visitor, share, accounts, insights, onAdd, pathOf }: IntelligenceProps) {
  return (
    <>
      <PageHeader
        title="Intelligence"
        subtitle="Automated and personalized financial intelligence"
        plain={visitor !== null}
        actions={share}
      />
      <div className={css.page}>
        <IntelligenceTiles visitor={visitor} pathOf={pathOf} />
        {insights}
        <NetFlows visitor={visitor} accounts={accounts} onAdd={onAdd} />
      </div>
    </>
  );
}
