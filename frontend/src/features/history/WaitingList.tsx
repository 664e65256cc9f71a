import { plural } from "../../format/text";
import { ago, moment } from "../../format/time";
import { Address } from "../../ui/Address";
import { Icon } from "../../ui/Icon";
import { useNow } from "../../ui/useNow";
import { useShowMore } from "../../ui/useShowMore";
import { KindTile } from "./KindIcon";
import { LegLine } from "./LegLine";
import type { HistoryPage, Leg, Waiting } from "./types";
import css from "./waiting.module.css";
import { explorerName, partyName } from "./words";

/** How many rows are shown first. */
const FIRST = 4;
/** The time after which a row says when its account was last read. */
const OLD_MS = 3_600_000;

/** The change of a wallet as an amount of an entry. */
const legOf = ({ asset, symbol, chain_mark, change }: Waiting): Leg => ({
  role: change?.startsWith("-") ? "out" : "in",
  asset,
  symbol,
  name: symbol,
  mark: chain_mark,
  token_id: null,
  amount: change?.replace("-", "") ?? null,
  raw: "",
  value_then: null,
  value_today: null,
  price_then: null,
  price_then_basis: null,
  reason: null,
});

/** Since when it waits; of an account that was not read lately, also when that was. */
function Since({ seen_at, as_of }: Waiting) {
  const now = useNow();
  const isOld = now - new Date(as_of).getTime() > OLD_MS;
  return (
    <time dateTime={seen_at} title={`${moment(seen_at)}; last read ${moment(as_of)}`}>
      seen {ago(seen_at, now)}
      {isOld ? `, last read ${ago(as_of, now)}` : ""}
    </time>
  );
}

function WaitingRow({ one }: { one: Waiting }) {
  const leg = legOf(one);
  const name = one.explorer_url ? explorerName(one.explorer_url) : null;
  return (
    <li className={css.row}>
      <KindTile kind={leg.role === "out" ? "send" : "receive"} isOwn={false} isFailed={false} isWarned={false} />
      <span className={css.words}>
        <bdi>
          <Address address={one.wallet.address} name={partyName(one.wallet)} />
        </bdi>
        <small>
          {one.chain_name} · <Since {...one} />
        </small>
      </span>
      {leg.amount === null ? (
        <span className={css.unknown}>Amount unknown</span>
      ) : (
        <LegLine leg={leg} sign={leg.role === "out" ? "out" : "in"} />
      )}
      {one.explorer_url && name ? (
        <a className={css.explorer} href={one.explorer_url} target="_blank" rel="noreferrer noopener" title={name}>
          <Icon name="out" size={16} />
          <span className="vh">
            {one.symbol} transaction on {name}, opens in a new tab
          </span>
        </a>
      ) : null}
    </li>
  );
}

interface WaitingListProps {
  page: Pick<HistoryPage, "waiting" | "waiting_unlisted"> | undefined;
  /** A card of its own, on phones. */
  isCard: boolean;
}

/** The transactions that wait for a block. They are in no total. */
export function WaitingList({ page, isCard }: WaitingListProps) {
  const { waiting, waiting_unlisted: unlisted } = page ?? { waiting: [], waiting_unlisted: 0 };
  const [shown, showMore] = useShowMore(waiting, FIRST);
  if (waiting.length === 0 && unlisted === 0) return null;
  const more = waiting.length > 0 ? "more transaction" : "transaction";
  return (
    <section className={isCard ? css.card : css.band} aria-labelledby="waiting">
      <h2 id="waiting">
        Waiting for a block <small>Not in any total yet</small>
      </h2>
      {waiting.length > 0 ? (
        <ul>
          {shown.map((one) => (
            <WaitingRow key={`${one.wallet.address} ${one.transaction}`} one={one} />
          ))}
        </ul>
      ) : null}
      {showMore}
      {unlisted > 0 ? <p>{plural(unlisted, `${more} is`, `${more}s are`)} not listed by the source.</p> : null}
    </section>
  );
}
