import { useState } from "react";
import { Avatar } from "../../ui/Avatar";
import badges from "../../ui/badges.module.css";
import { type Choice, toggled } from "../../ui/choices";
import { MultiSelect } from "../../ui/MultiSelect";
import { SegmentedControl } from "../../ui/SegmentedControl";
import { useOptimisticChoice } from "../../ui/useOptimisticChoice";
import css from "./flowControls.module.css";
import type { FlowView } from "./flowView";
import type { AssetFlows, FlowChain } from "./types";

const MODES = [
  { key: "net", label: "Net" },
  { key: "gross", label: "Gross" },
] as const;

/** The badges before the one that shows the others. */
const FIRST_CHAINS = 3;

interface ChainBadgesProps {
  chains: readonly FlowChain[];
  chosen: readonly string[];
  onChoose: (ids: string[]) => void;
}

/** The choice of chains. All excludes the others, and returns when the last one is taken away. */
function ChainBadges({ chains, chosen: given, onChoose: onGiven }: ChainBadgesProps) {
  const [isOpen, setOpen] = useState(false);
  const [chosen, onChoose] = useOptimisticChoice(given, onGiven);
  const choices = chains.map(({ _id: id, name }) => ({ id, name }));
  // A single badge more takes no more room than the one that shows it.
  const isLong = chains.length > FIRST_CHAINS + 1;
  const listed = chains.filter(({ _id }, place) => isOpen || !isLong || place < FIRST_CHAINS || chosen.includes(_id));
  const more = chains.length - listed.length;
  return (
    <fieldset className={`${badges.scrollBadges} ${css.chains}`}>
      <legend className="vh">Chains</legend>
      <button type="button" aria-pressed={chosen.length === 0} onClick={() => onChoose([])}>
        All
      </button>
      {listed.map(({ _id: id, name, mark, color }) => (
        <button
          key={id}
          type="button"
          aria-pressed={chosen.includes(id)}
          onClick={() => onChoose(toggled(chosen, id, choices))}
        >
          <Avatar name={name} colour={color ?? "var(--c8)"} size={18} mark={mark} />
          {name}
        </button>
      ))}
      {more > 0 || (isOpen && isLong) ? (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={isOpen ? "Show fewer chains" : `+${more}, show all chains`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Fewer" : `+${more}`}
        </button>
      ) : null}
    </fieldset>
  );
}

/** The assets to choose from, as the answer orders them. */
const assetChoices = (assets: readonly AssetFlows[]): Choice[] =>
  assets.map(({ coin, symbol, name, mark }) => ({
    id: coin,
    name: symbol || name || "Unnamed token",
    also: name,
    mark,
  }));

interface FlowControlsProps {
  view: FlowView;
  onView: (change: Partial<FlowView>) => void;
  /** The chains of the history; undefined while it is loading. */
  chains: readonly FlowChain[] | undefined;
  /** The assets of the span, without a choice of them. */
  assets: readonly AssetFlows[];
}

/** What the card shows: chains, assets, and whether own transfers count. */
export function FlowControls({ view, onView, chains, assets }: FlowControlsProps) {
  const choices = assetChoices(assets);
  const isOther = view.assets.some((coin) => !choices.some(({ id }) => id === coin));
  return (
    <div className={css.controls}>
      {!chains || chains.length > 1 || view.chains.length > 0 ? (
        <ChainBadges chains={chains ?? []} chosen={view.chains} onChoose={(ids) => onView({ chains: ids })} />
      ) : null}
      <MultiSelect
        label="Assets"
        all="All assets"
        find="Find an asset"
        choices={choices}
        chosen={view.assets}
        // An asset that did not move in this span has no name here.
        {...(isOther ? { words: view.assets.length === 1 ? "1 asset" : `${view.assets.length} assets` } : {})}
        onChoose={(ids) => onView({ assets: ids })}
      />
      <SegmentedControl
        label="Own transfers"
        options={MODES}
        chosen={view.mode}
        onChoose={(mode) => onView({ mode })}
      />
    </div>
  );
}
