import { useAmountsHidden } from "../../format/amounts";
import { count, shortAddress } from "../../format/text";
import { clockAndDate } from "../../format/time";
import { Button } from "../../ui/Button";
import { useCopy } from "../../ui/useCopy";
import { useShowMore } from "../../ui/useShowMore";
import { EntrySection } from "./EntrySection";
import css from "./entry.module.css";
import type { RawFact } from "./types";

const streams: Readonly<Record<string, string>> = {
  transactions: "Transaction",
  internal_transfers: "Internal transfers",
  token_transfers: "Token transfers",
  nft_transfers: "NFT transfers",
  multi_token_transfers: "Multi-token transfers",
  withdrawals: "Withdrawal",
  receipts: "Receipt",
  coin_transactions: "Transaction",
  exchange_ledger: "Ledger row",
  exchange_deposits: "Deposit",
  exchange_withdrawals: "Withdrawal",
  exchange_conversions: "Conversion",
  exchange_rewards: "Reward",
  exchange_trades: "Trade",
  market_trades: "Trade",
  exchange_files: "Row of a file",
};

function streamName(stream: string): string {
  const code = stream.replaceAll("-", "_");
  const text = code.replaceAll("_", " ");
  return streams[code] ?? text.charAt(0).toUpperCase() + text.slice(1);
}

const isOfExchange = (stream: string): boolean => /^exchange.|^market.trades$/.test(stream);

/** The block of a fact. An exchange has none: the number is a time. */
const blockWords = ({ block, stream }: RawFact): string =>
  block === null || isOfExchange(stream) ? "" : `block ${count(block)}`;

/** JSON as people read it. Sources also answer with JSON in a text. */
function pretty(json: unknown): string {
  if (typeof json !== "string") return JSON.stringify(json, null, 2) ?? "";
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

const Fact = ({ fact, isHidden }: { fact: RawFact; isHidden: boolean }) => (
  <li>
    <details>
      <summary className="opens">
        <span>{streamName(fact.stream)}</span>
        <small>{blockWords(fact)}</small>
        <small>{fact.source_name}</small>
      </summary>
      <p className={css.factWords}>
        {[
          fact.read_at ? `Read ${clockAndDate(fact.read_at)}` : "",
          fact.block_hash ? `block hash ${shortAddress(fact.block_hash)}` : "",
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <pre>{isHidden ? "Raw data is hidden with the amounts." : pretty(fact.json)}</pre>
    </details>
  </li>
);

const FIRST = 6;

/** What the sources stated, unchanged. */
export function EntryFacts({ facts }: { facts: readonly RawFact[] }) {
  const copy = useCopy();
  const isHidden = useAmountsHidden();
  const [shown, more] = useShowMore(facts, FIRST);
  return (
    <EntrySection
      title="Raw facts"
      note={count(facts.length)}
      side={
        facts.length > 0 ? (
          <Button tone="link" onClick={() => copy(JSON.stringify(facts, null, 2), "Raw facts copied")}>
            Copy as JSON
          </Button>
        ) : null
      }
    >
      {facts.length === 0 ? (
        <p className={css.text}>The raw facts of this entry are no longer kept.</p>
      ) : (
        <ul className={css.facts}>
          {shown.map((fact) => (
            <Fact key={fact.id} fact={fact} isHidden={isHidden} />
          ))}
        </ul>
      )}
      {more}
    </EntrySection>
  );
}
