import { price, tone } from "../../format/money";
import { quantity } from "../../format/quantity";
import { Icon } from "../../ui/Icon";
import { Change, Quantity } from "../../ui/Money";
import { CostRepair } from "./CostRepair";
import { EntrySection } from "./EntrySection";
import css from "./entry.module.css";
import type { CostChange, CostState, EntryMark } from "./types";

const LONGEST_UNIT = 10;

/** The gain that the entry realized; nothing is not zero gain, but a sentence. */
function Realized({ realized, currency }: { realized: string | null; currency: string }) {
  if (realized === null || tone(realized) === undefined) return <span className={css.quiet}>Nothing realized</span>;
  return (
    <b>
      <Change amount={realized} currency={currency} label="Realized" /> realized
    </b>
  );
}

interface StepProps {
  label: string;
  before: string | null;
  after: string | null;
}

/** One figure before and after; a dash where it is not known. */
const Step = ({ label, before, after }: StepProps) => (
  <div>
    <dt>{label}</dt>
    <dd>{before === null ? "–" : <Quantity text={before} />}</dd>
    <dd aria-hidden="true">
      <Icon name="right" size={14} />
    </dd>
    <dd>
      <span className="vh">then </span>
      {after === null ? "–" : <Quantity text={after} />}
    </dd>
  </div>
);

interface CostProps {
  entry: string;
  currency: string;
  mark: EntryMark | null;
  /** Opens the add-wallet dialog. */
  onAdd: () => void;
}

function AssetCost({ cost, ...rest }: CostProps & { cost: CostChange }) {
  const { symbol, before, after, realized, gap, asset } = cost;
  const { currency } = rest;
  // The symbol stands beside the title, so a long one is not repeated.
  const unit = symbol.length > LONGEST_UNIT ? "" : ` ${symbol}`;
  const held = (state: CostState | null) => (state === null ? null : `${quantity(state.quantity)}${unit}`);
  const average = (state: CostState | null) =>
    state === null || state.average === null ? null : price(state.average, currency);
  return (
    <EntrySection
      title="Cost basis"
      note={<bdi>{symbol}</bdi>}
      side={<Realized realized={realized} currency={currency} />}
    >
      {before || after ? (
        <dl className={css.steps}>
          <Step label="Quantity" before={held(before)} after={held(after)} />
          <Step label="Average cost" before={average(before)} after={average(after)} />
        </dl>
      ) : null}
      {gap ? <CostRepair {...rest} asset={asset} symbol={symbol} gap={gap} /> : null}
    </EntrySection>
  );
}

/** What the entry changed in the cost basis of each asset, and the repairs where a cost is missing. */
export const EntryCost = ({ costs, ...rest }: CostProps & { costs: readonly CostChange[] }) =>
  costs.map((cost) => <AssetCost key={cost.asset} {...rest} cost={cost} />);
