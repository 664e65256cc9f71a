import { plural } from "../../format/text";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { EmptyState } from "../../ui/Note";
import { Skeleton } from "../../ui/Skeleton";
import { Ago } from "../../ui/Time";
import css from "./protocols.module.css";
import { isReading } from "./queries";
import type { Protocols } from "./types";
import { protocolsIn } from "./view";

/** What was looked for, and what did not answer. */
export function LookedFor({ data }: { data: Protocols }) {
  const { user_wallet: cards, sheet } = data;
  const { protocols, chains, read_on } = sheet.looked_for;
  return (
    <p className={css.foot}>
      <Icon name="search" size={16} />
      <span>
        {protocols > 0 ? (
          <>
            Checked {plural(protocols, "protocol")} on {plural(chains, "network")}
            {read_on ? (
              <>
                , <Ago at={read_on} />
              </>
            ) : null}
            , each at one block: {plural(protocolsIn(cards), "protocol")} with positions
            {sheet.unread.length > 0 ? `, ${sheet.unread.length} not read completely` : ""}.
          </>
        ) : (
          "No protocol was checked yet."
        )}
      </span>
    </p>
  );
}

/** The protocols that could not be read, or in part only. What is missing is no zero. */
export function Unread({ data: { sheet } }: { data: Protocols }) {
  if (sheet.unread.length === 0) return null;
  return (
    <section className={css.unread} aria-label="Protocols not read">
      <Icon name="alert" size={16} />
      <div>
        <p>
          <b>{plural(sheet.unread.length, "protocol was", "protocols were")} not read completely.</b> What was not read
          is not known, and not in any total.
        </p>
        <ul>
          {sheet.unread.map(({ name, chain, chain_name, text }) => (
            <li key={name + chain}>{text ?? `${name} on ${chain_name}`}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}

interface NothingProps {
  data: Protocols;
  /** Opens the dialog that adds a wallet; null for visitors. */
  onAdd: (() => void) | null;
}

/** What there is without any position. */
export function Nothing({ data, onAdd }: NothingProps) {
  const { protocols, chains, read_on } = data.sheet.looked_for;
  const isOpen = isReading(data);
  return (
    <Card title="Balance sheet">
      <EmptyState
        icon={isOpen ? "clock" : "layers"}
        title={isOpen ? "Reading your positions" : "No data found"}
        actions={
          onAdd ? (
            <Button small tone="primary" icon="plus" aria-haspopup="dialog" onClick={onAdd}>
              Add wallet
            </Button>
          ) : null
        }
      >
        {protocols > 0 ? (
          <>
            {plural(protocols, "protocol")} on {plural(chains, "network")} checked
            {read_on ? (
              <>
                {" "}
                <Ago at={read_on} />
              </>
            ) : null}
            . {isOpen ? "Positions appear as the networks answer." : "No position was found in what was read."}
          </>
        ) : (
          "Loans, stakes and shares of pools appear here once a wallet on a network with protocols was read."
        )}
      </EmptyState>
    </Card>
  );
}

/** The shape of the page while it is loading. */
export const Loading = () => (
  <>
    <Card title="Balance sheet">
      <div className={css.bones} aria-busy="true">
        <p>Loading your positions…</p>
        <Skeleton width="100%" height={176} />
      </div>
    </Card>
    <div className={css.cards} aria-hidden="true">
      {[0, 1].map((i) => (
        <div key={i} className={css.bones}>
          <Skeleton width="60%" height={32} />
          <Skeleton width="100%" height={96} />
        </div>
      ))}
    </div>
  </>
);
