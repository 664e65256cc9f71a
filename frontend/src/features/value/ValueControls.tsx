import type { Choice } from "../../ui/choices";
import { MultiSelect } from "../../ui/MultiSelect";
import { SegmentedControl } from "../../ui/SegmentedControl";
import { Switch } from "../../ui/Switch";
import css from "./assetValue.module.css";
import type { ValueParts } from "./chartData";
import type { ValueRow } from "./types";
import { MOST_COINS, type ValueView } from "./valueView";

const GROUPS = [
  { key: "day", label: "Day" },
  { key: "month", label: "Month" },
  { key: "year", label: "Year" },
] as const;
const MEASURES = [
  { key: "closing", label: "Closing" },
  { key: "largest", label: "Largest" },
] as const;

interface ChoiceProps {
  view: ValueView;
  onView: (change: Partial<ValueView>) => void;
}

/** The choice of the length of the periods. */
export const GroupChoice = ({ view, onView }: ChoiceProps) => (
  <SegmentedControl
    label="Periods"
    options={GROUPS}
    chosen={view.group}
    onChoose={(group) => onView({ group, days: null, span: view.span ?? "all" })}
  />
);

/** The chains of some rows, in their order. */
function chainChoices(rows: readonly ValueRow[]): Choice[] {
  const chains = new Map(rows.map(({ chain }) => [chain._id, chain]));
  return [...chains.values()].map(({ _id: id, name, mark }) => ({ id, name, mark }));
}

interface ValueControlsProps extends ChoiceProps {
  /** All rows of the answer. */
  rows: readonly ValueRow[];
  parts: ValueParts;
}

/** What the chart shows: periods, chains, tokens, dust, and which value of a period. */
export function ValueControls({ view, onView, rows, parts: { tokens, bands } }: ValueControlsProps) {
  const coins = bands.filter(({ id }) => tokens.some(({ coin }) => coin === id)).map(({ id }) => id);
  const isDefault = !tokens.some(({ coin }) => view.coins.includes(coin));
  return (
    <div className={css.controls}>
      <GroupChoice view={view} onView={onView} />
      <MultiSelect
        label="Chains"
        all="All chains selected"
        find="Find a chain"
        choices={chainChoices(rows)}
        chosen={view.chains}
        onChoose={(chains) => onView({ chains })}
      />
      <MultiSelect
        label="Tokens"
        all="The largest tokens"
        find="Find a token"
        choices={tokens.map(({ coin, symbol, name, mark }) => ({ id: coin, name: symbol, also: name, mark }))}
        chosen={coins}
        words={coins.length === 1 ? "1 token" : `${coins.length} tokens`}
        isAll={isDefault}
        most={MOST_COINS}
        onChoose={(chosen) => onView({ coins: chosen })}
      />
      <span className={css.end}>
        <Switch on={view.hidesDust} onChange={(hidesDust) => onView({ hidesDust })}>
          Hide dust
        </Switch>
        <SegmentedControl
          label="Value of a period"
          options={MEASURES}
          chosen={view.measure}
          onChoose={(measure) => onView({ measure })}
        />
      </span>
    </div>
  );
}
