import { useId, useState } from "react";
import { percent } from "../../format/quantity";
import { date, until } from "../../format/time";
import { Avatar } from "../../ui/Avatar";
import { Icon } from "../../ui/Icon";
import { Money } from "../../ui/Money";
import { Tag } from "../../ui/Tag";
import { Ago } from "../../ui/Time";
import { useMedia } from "../../ui/useMedia";
import { useNow } from "../../ui/useNow";
import { AmountRow } from "./AmountRow";
import { HealthFactor } from "./HealthFactor";
import css from "./positionCard.module.css";
import type { Protocols } from "./types";
import type { ShownCard, ShownPosition } from "./view";

const PHONE = "(max-width: 640px)";

interface CardProps {
  shown: ShownCard;
  protocols: Protocols;
}

/** The value of a card, or that nothing of it counts. */
function Total({ shown: { card, place, total }, protocols: { currency_code, figures } }: CardProps) {
  if (total === null) {
    return (
      <Tag tone="warn" icon="alert">
        Not counted
      </Tag>
    );
  }
  const isWhole = total === card.total;
  return (
    <span className={css.total}>
      <Money
        amount={total}
        currency={currency_code}
        figure={isWhole ? figures[`${place}/total`] : undefined}
        label={`${card.name} on ${card.chain_name}, total`}
      />
      <small>
        {isWhole && card.debt !== null
          ? "after debt"
          : isWhole && card.share !== null
            ? `${percent(card.share)} of DeFi`
            : ""}
      </small>
    </span>
  );
}

/** Name, account and network. */
const Names = ({ shown: { card } }: { shown: ShownCard }) => (
  <span className={css.names}>
    <h3>
      {card.website ? (
        <a href={card.website} target="_blank" rel="noopener noreferrer">
          {card.name}
        </a>
      ) : (
        card.name
      )}
    </h3>
    <small title={card.wallet_address}>
      {card.wallet_label} <span>on {card.chain_name}</span>
    </small>
  </span>
);

/** A line below the amounts: when something can be withdrawn. */
function Locks({ position: { position } }: { position: ShownPosition }) {
  const now = useNow();
  const locked = position.rows.flatMap(({ symbol, unlocks_on: at }) => (at ? [{ symbol, at }] : []));
  return locked.map(({ symbol, at }) => (
    <p key={symbol + at} className={css.line}>
      <Icon name="clock" size={16} />
      <span>
        {symbol} is locked, <b>unlocks {date(at)}</b>
      </span>
      <small>{new Date(at).getTime() > now ? until(at, now) : "now"}</small>
    </p>
  ));
}

/** Why amounts have no value, one line for each reason. */
function Reasons({ position: { rows } }: { position: ShownPosition }) {
  const found = new Map<string, string[]>();
  for (const { row } of rows) {
    // A price that is being requested is there soon.
    if (row.value !== null || !row.reason || row.reason.code === "not_requested_yet") continue;
    found.set(row.reason.text, [...(found.get(row.reason.text) ?? []), row.symbol]);
  }
  return [...found].map(([text, symbols]) => (
    <p key={text} className={css.line} data-warned>
      <Icon name="alert" size={16} />
      <span>
        {symbols.join(", ")}: {text}
      </span>
    </p>
  ));
}

/** A number or an address is no name, which an item in words has already. */
function itemText(item: string): string {
  if (/^(#|0x)/.test(item)) return `Position ${item}`;
  return item.charAt(0).toUpperCase() + item.slice(1);
}

interface PositionProps extends CardProps {
  position: ShownPosition;
  isNamed: boolean;
}

function Position({ shown: { card }, position, protocols, isNamed }: PositionProps) {
  const { currency_code, figures } = protocols;
  const { item, health_factor: health, unread } = position.position;
  const hasDebt = position.position.rows.some(({ role }) => role === "borrow");
  return (
    <>
      {isNamed && item ? <p className={css.item}>{itemText(item)}</p> : null}
      <table className={css.table} aria-label={item ? `${card.name}, position ${item}` : card.name}>
        <thead>
          <tr>
            <th scope="col">Asset</th>
            <th scope="col" className={css.type}>
              Type
            </th>
            <th scope="col" className={css.quantity}>
              Balance
            </th>
            <th scope="col">{currency_code} Value</th>
          </tr>
        </thead>
        <tbody>
          {position.rows.map(({ row, place }) => (
            <AmountRow
              key={place}
              row={row}
              currency={currency_code}
              figure={figures[`${place}/value`]}
              chainMark={card.chain_mark}
            />
          ))}
        </tbody>
      </table>
      <Reasons position={position} />
      {health ? <HealthFactor factor={health} protocol={card.name} /> : null}
      {card.stale && hasDebt ? (
        <p className={css.line} data-warned>
          <Icon name="alert" size={16} />
          <span>Health factor not known: the last reading is old.</span>
        </p>
      ) : null}
      <Locks position={position} />
      {unread.map((sentence) => (
        <p key={sentence} className={css.line} data-warned>
          <Icon name="alert" size={16} />
          <span>{sentence}</span>
        </p>
      ))}
    </>
  );
}

/** What an account has in a protocol. On phones it opens and closes. */
export function PositionCard({ shown, protocols }: CardProps) {
  const isPhone = useMedia(PHONE);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { card, positions, total } = shown;
  const head = (
    <>
      <span className={css.icon}>
        <Avatar name={card.name} colour="var(--accent)" mark={card.mark} network={card.chain_mark} size={40} isPlace />
      </span>
      <Names shown={shown} />
      <Total shown={shown} protocols={protocols} />
    </>
  );
  const isNamed = positions.length > 1 || positions.some(({ position }) => position.item !== null);
  return (
    <article
      className={css.card}
      data-uncounted={total === null || undefined}
      aria-label={`${card.name} on ${card.chain_name}`}
    >
      <header className={css.head}>
        {head}
        {isPhone ? (
          <button
            type="button"
            className={css.fold}
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label={`${isOpen ? "Hide" : "Show"} ${card.name}`}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name={isOpen ? "up" : "down"} />
          </button>
        ) : null}
      </header>
      {card.warning ? (
        <p className={css.line} data-warned>
          <Icon name="alert" size={16} />
          <span>{card.warning}</span>
        </p>
      ) : null}
      <div id={id} hidden={isPhone && !isOpen}>
        {positions.map((position) => (
          <Position key={position.place} shown={shown} position={position} protocols={protocols} isNamed={isNamed} />
        ))}
      </div>
      {card.stale ? (
        <p className={css.line} data-warned>
          <Icon name="clock" size={16} />
          <span>
            These figures are from <Ago at={card.as_of} />.
          </span>
        </p>
      ) : null}
    </article>
  );
}
