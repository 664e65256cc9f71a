import { useState } from "react";
import { count } from "../../format/text";
import { Icon } from "../../ui/Icon";
import { Ago, Clock } from "../../ui/Time";
import { useFirst } from "../../ui/useFirst";
import css from "./explain.module.css";
import { counts, hasFacts, leadOf, opens, partsOf, quantityIn, sharedFactors, titleOf, valueText } from "./nodes";
import type { ExplainNode } from "./queries";

const SHOWN = 12;

/** Where and when it was read, and where to check it. */
export function Facts({ node }: { node: ExplainNode }) {
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
  /** Factors that need not be repeated. */
  shared: readonly ExplainNode[];
  /** Open from the start. */
  isOpen?: boolean;
}

function Words({ node, currency }: Pick<NodeProps, "node" | "currency">) {
  const held = quantityIn(node, currency);
  return (
    <>
      <span className={css.label} title={titleOf(node)}>
        <span>{node.label}</span>
        {node.chosen ? <span className={css.chosen}>Median</span> : null}
        {node.detail ? <small>{node.detail}</small> : null}
      </span>
      <span className={css.side}>{held ?? (node.observed_at ? <Clock at={node.observed_at} /> : null)}</span>
      <span className={css.value}>{valueText(node.value, node.unit, node.source !== null)}</span>
      {node.reason ? <span className={css.reason}>{node.reason.text}</span> : null}
    </>
  );
}

/** An opened node: where its quantity was read, then what else it is made of; what all its parts share comes once. */
function Inside({ node, currency, shared }: NodeProps) {
  const lead = leadOf(node);
  const told = { ...node, reason: null };
  const own = sharedFactors(node);
  const rest = [...partsOf(node, shared).filter((part) => part !== lead), ...own];
  return (
    <div className={css.inside}>
      {hasFacts(told) ? <Facts node={told} /> : null}
      {lead ? <Facts node={lead} /> : null}
      {rest.length > 0 ? <ExplainTree nodes={rest} currency={currency} shared={[...shared, ...own]} /> : null}
    </div>
  );
}

function TreeNode({ node, currency, shared, isOpen = false }: NodeProps) {
  const [open, setOpen] = useState(isOpen);
  if (!opens(node))
    return (
      <li className={node.reason ? css.gap : undefined}>
        <div className={css.row}>
          <span />
          <Words node={node} currency={currency} />
        </div>
      </li>
    );
  return (
    <li className={node.reason ? css.gap : undefined}>
      <button type="button" className={css.row} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name={open ? "down" : "right"} size={14} />
        <Words node={node} currency={currency} />
      </button>
      {open ? <Inside node={node} currency={currency} shared={shared} /> : null}
    </li>
  );
}

interface ExplainTreeProps {
  nodes: readonly ExplainNode[];
  currency: string;
  /** Factors that need not be repeated. */
  shared?: readonly ExplainNode[];
  /** Whether the first node is open, so that one source is seen at a glance. */
  firstOpen?: boolean;
}

/** Nodes under each other, each to be opened down to its source. What does not count is listed elsewhere. */
export function ExplainTree({ nodes, currency, shared = [], firstOpen = false }: ExplainTreeProps) {
  const [shown, more] = useFirst(nodes.filter(counts), SHOWN);
  return (
    <>
      <ul className={css.tree}>
        {shown.map((node, i) => (
          // The tree of an explanation never changes: a place in it is a name.
          // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat, places do not
          <TreeNode key={i} node={node} currency={currency} shared={shared} isOpen={firstOpen && i === 0} />
        ))}
      </ul>
      {more ? <div className={css.more}>{more}</div> : null}
    </>
  );
}
