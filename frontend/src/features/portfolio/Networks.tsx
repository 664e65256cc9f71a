import { compareDecimals, fractionOf, parseDecimal } from "../../format/decimal";
import { plural } from "../../format/text";
import { Card } from "../../ui/Card";
import { Disc, Discs } from "../../ui/Disc";
import { Meter } from "../../ui/Meter";
import { Money } from "../../ui/Money";
import { useFirst } from "../../ui/useFirst";
import css from "./networks.module.css";
import { QuietNetworks } from "./QuietNetworks";
import type { NetworkRow, Portfolio } from "./queries";
import { stageOf } from "./stage";

const SHOWN = 8;
/** Letters of an amount that stand beside a name. */
const ROOM = 16;
const SMALLEST = 0.015;
const METER = "color-mix(in srgb, var(--ink-3) 72%, var(--surface))";

/** Why a network has no value. */
function unknownWords({ reading, unpriced }: NetworkRow): string {
  if (reading > 0) return "Loading";
  return unpriced > 0 ? "No price yet" : "Empty";
}

function lengthOf(value: string | null, largest: string | null): number {
  const a = value === null ? null : parseDecimal(value);
  const b = largest === null ? null : parseDecimal(largest);
  return a && b && a.units > 0n ? Math.max(SMALLEST, fractionOf(a, b)) : 0;
}

interface Placed extends NetworkRow {
  /** Where the answer has its value. */
  pointer: string;
}

/** The largest first; what has no value last. */
function byValue({ networks }: Portfolio): Placed[] {
  const placed = networks.map((network, i) => ({ ...network, pointer: `/networks/${i}/value` }));
  const amount = ({ value }: NetworkRow) => (value === null ? null : parseDecimal(value));
  return placed.sort((a, b) => {
    const left = amount(a);
    const right = amount(b);
    return left && right ? compareDecimals(right, left) : Number(left === null) - Number(right === null);
  });
}

const NoNetworks = ({ portfolio }: { portfolio: Portfolio }) => (
  <p className={css.none}>{stageOf(portfolio) === "reading" ? "Price requested." : "No balance on any network yet."}</p>
);

const isAlone = (chosen: readonly string[], chain: string): boolean => chosen.length === 1 && chosen[0] === chain;

interface NetworksProps {
  portfolio: Portfolio;
  chosen: readonly string[];
  /** Shows the assets of these networks alone; none for all. */
  onChoose: (networks: string[]) => void;
}

/** Value by network, the largest first; a press shows its assets alone. */
export function Networks({ portfolio, chosen, onChoose }: NetworksProps) {
  const { figures, currency_code } = portfolio;
  const networks = byValue(portfolio);
  const largest = networks[0]?.value ?? null;
  const [shown, more] = useFirst(networks, SHOWN);
  return (
    <Card
      title={networks.length === 0 ? "Networks" : plural(networks.length, "Network")}
      className={css.card}
      aside={<Discs of={networks.map(({ name, color }) => ({ name, colour: color }))} />}
    >
      {networks.length === 0 ? <NoNetworks portfolio={portfolio} /> : null}
      <ul className={css.list}>
        {shown.map((network) => (
          <li key={network.chain} data-chosen={chosen.includes(network.chain) || undefined}>
            <button
              type="button"
              className={css.name}
              aria-pressed={chosen.includes(network.chain)}
              onClick={() => onChoose(isAlone(chosen, network.chain) ? [] : [network.chain])}
            >
              <Disc name={network.name} colour={network.color} size={18} />
              <span>{network.name}</span>
            </button>
            <span className={css.value} data-unknown={network.value === null || undefined}>
              {network.value === null ? (
                unknownWords(network)
              ) : (
                <Money
                  amount={network.value}
                  currency={currency_code}
                  figure={figures[network.pointer]}
                  room={ROOM}
                  label={`${network.name}, value`}
                />
              )}
            </span>
            <Meter part={lengthOf(network.value, largest)} colour={METER} className={css.meter} />
          </li>
        ))}
      </ul>
      {more ? <div className={css.more}>{more}</div> : null}
      <QuietNetworks networks={portfolio.quiet_networks} />
    </Card>
  );
}
