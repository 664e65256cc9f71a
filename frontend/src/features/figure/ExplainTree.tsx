import { useState } from "react";
import { useAmountText } from "../../format/amounts";
import { Icon } from "../../ui/Icon";
import { useShowMore } from "../../ui/useShowMore";
import css from "./explainTree.module.css";
import { NodeFacts, RowTime } from "./NodeFacts";
import {
  canExpand,
  counts,
  detailOf,
  hasFacts,
  hasSourceAnswers,
  leadOf,
  nodeText,
  partsOf,
  quantityIn,
  roundingGap,
  rowsOf,
  sharedFactors,
  titleOf,
  totalQuantity,
} from "./nodes";
import type { ExplainNode } from "./types";

const SHOWN = 12;

/** What all rows of a tree have in common. */
interface Shown {
  /** The significant digits of factors; undefined for all digits, as in the answers of sources. */
  digits?: number | undefined;
  /** Factors that are not repeated in the rows. */
  shared: readonly ExplainNode[];
}

interface NodeProps extends Shown {
  node: ExplainNode;
  /** Initially expanded. */
  isOpen?: boolean;
}

function Words({ node, digits }: Pick<NodeProps, "node" | "digits">) {
  const text = useAmountText();
  const held = quantityIn(node, text, digits) ?? totalQuantity(node, text, digits);
  const detail = detailOf(node);
  return (
    <>
      <span className={css.label} title={titleOf(node)}>
        <span>{node.label}</span>
        {node.chosen ? <span className={css.chosen}>Median</span> : null}
        {detail ? <small>{detail}</small> : null}
      </span>
      <span className={css.side}>{held ?? <RowTime node={node} />}</span>
      <span className={css.value}>{nodeText(node, text, digits)}</span>
      {node.reason ? <span className={css.reason}>{node.reason.text}</span> : null}
    </>
  );
}

/** An expanded node: the facts of its quantity, then its other parts. Factors that all parts share are shown once. */
function Inside({ node, digits, shared }: NodeProps) {
  const lead = leadOf(node);
  const own = sharedFactors(node);
  const rest = rowsOf([...partsOf(node, shared).filter((part) => part !== lead), ...own]);
  return (
    <div className={css.inside}>
      {hasFacts({ ...node, reason: null }) ? <NodeFacts node={{ ...node, reason: null }} /> : null}
      {lead ? <NodeFacts node={lead} /> : null}
      {rest.length > 0 ? (
        <ExplainTree nodes={rest} digits={hasSourceAnswers(node) ? undefined : digits} shared={[...shared, ...own]} />
      ) : null}
      <RoundingNote node={node} />
    </div>
  );
}

function TreeNode({ node, digits, shared, isOpen = false }: NodeProps) {
  const [open, setOpen] = useState(isOpen);
  if (!canExpand(node))
    return (
      <li className={node.reason ? css.gap : undefined}>
        <div className={css.row}>
          <span />
          <Words node={node} digits={digits} />
        </div>
      </li>
    );
  return (
    <li className={node.reason ? css.gap : undefined}>
      <button type="button" className={css.row} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name={open ? "down" : "right"} size={14} />
        <Words node={node} digits={digits} />
      </button>
      {open ? <Inside node={node} digits={digits} shared={shared} /> : null}
    </li>
  );
}

/** Says by how much the rounded rows differ from the rounded sum, if they do. */
export function RoundingNote({ node }: { node: ExplainNode }) {
  const gap = roundingGap(node, useAmountText());
  if (gap === null) return null;
  return <p className={css.rounding}>Rows are rounded for display. Together they are {gap} off; the total is exact.</p>;
}

interface ExplainTreeProps extends Partial<Shown> {
  nodes: readonly ExplainNode[];
  /** Expands the first node, so that one source is visible immediately. */
  firstOpen?: boolean;
}

/** A tree of nodes that expand down to their sources. What does not count is listed elsewhere. */
export function ExplainTree({ nodes, digits, shared = [], firstOpen = false }: ExplainTreeProps) {
  const [shown, more] = useShowMore(nodes.filter(counts), SHOWN);
  return (
    <>
      <ul className={css.tree}>
        {shown.map((node, i) => (
          // The tree of an explanation never changes, so the index is a stable key.
          // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat, indexes do not
          <TreeNode key={i} node={node} digits={digits} shared={shared} isOpen={firstOpen && i === 0} />
        ))}
      </ul>
      {more ? <div className={css.more}>{more}</div> : null}
    </>
  );
}
