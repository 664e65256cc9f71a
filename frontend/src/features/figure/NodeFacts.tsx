import { count } from "../../format/text";
import { Icon } from "../../ui/Icon";
import { Ago, Clock, ClockAndAge } from "../../ui/Time";
import css from "./explainTree.module.css";
import { counts, readWith } from "./nodes";
import type { ExplainNode } from "./types";

const isPrice = ({ operation }: ExplainNode): boolean => operation === "median" || operation === "average";

/** Whether a price was computed from several quotes; its time is that of the oldest one. */
const hasSeveralQuotes = (node: ExplainNode): boolean =>
  isPrice(node) && node.children.filter((child) => counts(child) && child.reason === null).length > 1;

/** The time beside a row's name. */
export function RowTime({ node }: { node: ExplainNode }) {
  if (!node.observed_at) return null;
  if (!hasSeveralQuotes(node)) return <Clock at={node.observed_at} />;
  return (
    <>
      oldest <Ago at={node.observed_at} />
    </>
  );
}

/** The time of a reading; for a price, the time of its oldest quote. */
function When({ node }: { node: ExplainNode }) {
  const { block, observed_at } = node;
  if (block)
    return (
      <>
        <dt>As of</dt>
        <dd title={block.hash}>
          block {count(block.number)}, <Ago at={block.time} />
        </dd>
      </>
    );
  if (!observed_at) return null;
  return (
    <>
      <dt>{hasSeveralQuotes(node) ? "Oldest quote" : "As of"}</dt>
      <dd>
        <ClockAndAge at={observed_at} />
      </dd>
    </>
  );
}

/** The source, block and time of a node, with a link to check it. */
export function NodeFacts({ node }: { node: ExplainNode }) {
  const { block, source, reason } = node;
  const call = readWith(node);
  return (
    <dl className={css.leaf}>
      <When node={node} />
      {call ? (
        <>
          <dt>Read with</dt>
          <dd>{call}</dd>
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
              View on block explorer
              <Icon name="out" size={13} />
            </a>
          </dd>
        </>
      ) : null}
    </dl>
  );
}
