import { percent } from "../../format/quantity";
import { count } from "../../format/text";
import { Avatar } from "../../ui/Avatar";
import { Card } from "../../ui/Card";
import { Money } from "../../ui/Money";
import { Freshness } from "../../ui/Time";
import { type NetworkRead, networkReads } from "./networkReads";
import { QuietNetworks } from "./QuietNetworks";
import type { Portfolio } from "./types";
import css from "./walletNetworks.module.css";

/** When the balances are from, or why they are not known. */
function ReadWords({ network: { block, as_of, problem, isReading } }: { network: NetworkRead }) {
  if (problem) return <small className={css.problem}>{problem}</small>;
  if (block === null || as_of === null) return <small>{isReading ? "Being read" : "Not loaded yet"}</small>;
  return (
    <small>
      Block {count(block)} · <Freshness at={as_of} />
    </small>
  );
}

function Row({ network, currency }: { network: NetworkRead; currency: string }) {
  const { name, color, mark, value, share, figure } = network;
  return (
    <li>
      <Avatar name={name} colour={color} mark={mark} size={24} />
      <span className={css.two}>
        <b>{name}</b>
        <ReadWords network={network} />
      </span>
      <span className={css.value}>
        {value === null ? (
          <span className={css.unknown}>Not known</span>
        ) : (
          <Money amount={value} currency={currency} figure={figure} label={`${name}, value`} />
        )}
        {share === null ? null : <small>{percent(share)}</small>}
      </span>
    </li>
  );
}

/** The networks of a wallet with the block and the age of their balances. It is left out while none is known. */
export function WalletNetworks({ portfolio }: { portfolio: Portfolio }) {
  const { quiet_networks: quiet, currency_code: currency } = portfolio;
  const rows = networkReads(portfolio);
  if (rows.length === 0 && quiet.length === 0) return null;
  return (
    <Card title="Networks" aside={`${count(rows.length + quiet.length)} checked, ${count(rows.length)} active`}>
      {rows.length === 0 ? null : (
        <ul className={css.rows}>
          {rows.map((network) => (
            <Row key={network.chain} network={network} currency={currency} />
          ))}
        </ul>
      )}
      {quiet.length === 0 ? null : (
        <div className={css.quiet}>
          <QuietNetworks networks={quiet} />
        </div>
      )}
    </Card>
  );
}
