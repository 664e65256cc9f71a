import { useState } from "react";
import { count as countText } from "../../format/text";
import { type Choice, toggled } from "../../ui/choices";
import { Icon } from "../../ui/Icon";
import { Skeleton } from "../../ui/Skeleton";
import { useOptimisticChoice } from "../../ui/useOptimisticChoice";
import { choicesOf } from "./choices";
import type { HistoryView } from "./conditions";
import { drawingOf, Sketch } from "./KindIcon";
import css from "./kindPills.module.css";
import { KINDS, occurringKinds } from "./kinds";
import type { HistoryFilters } from "./types";

/** How many kinds are shown first where they do not scroll. */
const FIRST = 7;
const BONES = [58, 86, 76, 102, 78, 96] as const;

const codeOf = (id: string): string => KINDS.find((kind) => kind.id === id)?.codes[0] ?? id;

interface PillProps {
  kind: Choice;
  count: number;
  /** Set while its count for the other filters is unknown: it keeps its place and is not shown. */
  isPending: boolean;
  isChosen: boolean;
  onPress: () => void;
}

const Pill = ({ kind: { id, name }, count, isPending, isChosen, onPress }: PillProps) => (
  <button type="button" aria-pressed={isChosen} onClick={onPress}>
    {id === "" ? null : <Sketch name={drawingOf(codeOf(id))} size={14} />}
    {name} <em data-pending={isPending || undefined}>{countText(count)}</em>
  </button>
);

interface KindPillsProps {
  view: HistoryView;
  onView: (change: Partial<HistoryView>) => void;
  filters: HistoryFilters | undefined;
  /** How many entries of each kind the other filters find; unknown while they are loading. */
  counts: HistoryFilters["kind_filters"] | undefined;
  /** Whether all kinds are in one line that scrolls, on phones. */
  isScrolled: boolean;
}

/** The kinds of entries that occur, of which several can be chosen. */
export function KindPills({ view, onView, filters, counts, isScrolled }: KindPillsProps) {
  const [all, setAll] = useState(false);
  const [chosen, choose] = useOptimisticChoice(view.kind, (kind) => onView({ kind }));
  const kinds = choicesOf("kind", view, filters);
  if (!filters)
    return (
      <div className={css.pills} aria-busy="true">
        <span className="vh">Loading kinds</span>
        {BONES.map((width) => (
          <Skeleton key={width} width={width} height={28} />
        ))}
      </div>
    );
  if (kinds.length === 0) return null;
  const isPending = counts === undefined;
  const kind_filters = counts ?? filters.kind_filters;
  const counted = new Map(occurringKinds({ kind_filters }).map(({ value, count }) => [value, count]));
  const total = kind_filters.reduce((sum, { count }) => sum + count, 0);
  const shown = isScrolled || all ? kinds : kinds.filter(({ id }, i) => i < FIRST || chosen.includes(id));
  const hidden = kinds.length - shown.length;
  return (
    <fieldset className={`${css.pills} ${isScrolled ? css.scroll : ""}`}>
      <legend className="vh">Kinds</legend>
      <Pill
        kind={{ id: "", name: "All" }}
        count={total}
        isPending={isPending}
        isChosen={chosen.length === 0}
        onPress={() => choose([])}
      />
      {shown.map((kind) => (
        <Pill
          key={kind.id}
          kind={kind}
          count={counted.get(kind.id) ?? 0}
          isPending={isPending}
          isChosen={chosen.includes(kind.id)}
          onPress={() => choose(toggled(chosen, kind.id, kinds))}
        />
      ))}
      {hidden > 0 || (all && !isScrolled) ? (
        <button type="button" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? "Fewer" : `${countText(hidden)} more`}
          <Icon name={all ? "up" : "down"} size={14} />
        </button>
      ) : null}
    </fieldset>
  );
}
