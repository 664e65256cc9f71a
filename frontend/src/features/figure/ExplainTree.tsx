import { useState } from "react";
import { count } from "../../format/text";
import { Icon } from "../../ui/Icon";
import { Ago, Clock } from "../../ui/Time";
import css from "./explain.module.css";
import { hasFacts, onlyObservation, opens, quantityIn, valueText } from "./nodes";
import type { ExplainNode } from "./queries";

/** Where and when it was read, and where to check it. */
function Facts({ node }: { node: ExplainNode }) {
  const { block, source, observed_at, reason } = node;
  return (
    <dl className={css.leaf}>
      {block ? (
        <>
          <dt>Read at</dt>
          <dd title={block.hash}>
            block {count(block.number)}, <Ago at={block.time} />
          </dd>
        </>
      ) : null}
      {!block && observed_at ? (
        <>
          <dt>Read at</dt>
          <dd>
            <Clock at={observed_at} />, <Ago at={observed_at} />
          </dd>
        </>
      ) : null}
      {source ? (
        <>
          <dt>Source</dt>
          <dd>
            {source.name}
            {source.host && source.host !== source.name ? `, ${source.host}` : ""}
          </dd>
        </>
      ) : null}
      {reason ? (
        <>
          <dt>Why</dt>
          <dd>{reason.text}</dd>
        </>
      ) : null}
      {block?.url ? (
        <>
          <dt>Check it</dt>
          <dd>
            <a href={block.url} target="_blank" rel="noreferrer noopener">
              Open this balance in the block explorer
              <Icon name="out" size={13} />
            </a>
          </dd>
        </>
      ) : null}
    </dl>
  );
}

interface NodeProps {
  node: ExplainNode;
  currency: string;
  /** Open from the start. */
  isOpen?: boolean;
}

function Words({ node, currency }: NodeProps) {
  const held = quantityIn(node, currency);
  return (
    <>
      <span className={css.label}>
        {node.label}
        {node.detail ? <small>{node.detail}</small> : null}
        {node.chosen ? <span className={css.chosen}>Median</span> : null}
      </span>
      <span className={css.side}>{held ?? (node.observed_at ? <Clock at={node.observed_at} /> : null)}</span>
      <span className={css.value}>{valueText(node.value, node.unit, currency, node.source !== null)}</span>
    </>
  );
}

/** An opened node: its facts, then what it is made of. A single observation inside is shown by its facts alone. */
function Inside({ node, currency }: NodeProps) {
  const only = onlyObservation(node);
  return (
    <div className={css.inside}>
      {hasFacts(node) ? <Facts node={node} /> : null}
      {only && !hasFacts(node) ? <Facts node={only} /> : null}
      {node.children.length > 0 && !only ? <ExplainTree nodes={node.children} currency={currency} /> : null}
    </div>
  );
}

function TreeNode({ node, currency, isOpen = false }: NodeProps) {
  const [open, setOpen] = useState(isOpen);
  const tone = node.operation === "gap" || node.operation === "hidden" ? css.gap : "";
  if (!opens(node))
    return (
      <li className={tone}>
        <div className={css.row}>
          <span />
          <Words node={node} currency={currency} />
        </div>
      </li>
    );
  return (
    <li className={tone}>
      <button type="button" className={css.row} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name={open ? "down" : "right"} size={14} />
        <Words node={node} currency={currency} />
      </button>
      {open ? <Inside node={node} currency={currency} /> : null}
    </li>
  );
}

interface ExplainTreeProps {
  nodes: readonly ExplainNode[];
  currency: string;
  /** Whether the first node is open, so that one source is seen at a glance. */
  firstOpen?: boolean;
}

/** Nodes under each other, each to be opened down to its source. */
export function ExplainTree({ nodes, currency, firstOpen = false }: ExplainTreeProps) {
  return (
    <ul className={css.tree}>
      {nodes.map((node, i) => (
        // The tree of an explanation never changes: a place in it is a name.
        // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat, places do not
        <TreeNode key={i} node={node} currency={currency} isOpen={firstOpen && i === 0} />
      ))}
    </ul>
  );
}
