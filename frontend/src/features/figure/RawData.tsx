import { useState } from "react";
import { useAmountsHidden } from "../../format/amounts";
import { plural } from "../../format/text";
import { IconButton } from "../../ui/Button";
import { SearchField } from "../../ui/SearchField";
import { useCopy } from "../../ui/useCopy";
import { useShowMore } from "../../ui/useShowMore";
import { isRateOne, type RawAnswer, rawAnswers } from "./nodes";
import css from "./rawData.module.css";
import type { ExplainNode, Explanation } from "./types";

const SHOWN = 20;
/** From this number of blocks on there is a filter. */
const MANY = 6;

const hasRateOne = (node: ExplainNode): boolean => isRateOne(node) || node.children.some(hasRateOne);

/** The raw blocks: the exact value, rates of one that the explanation does not show, then every answer of a source. */
function blocksOf({ tree, exact, currency_code }: Explanation): RawAnswer[] {
  const value = exact === null ? [] : [{ id: "exact", title: "Exact value", text: `${exact} ${currency_code}` }];
  const rate = hasRateOne(tree) ? [{ id: "rate", title: "Rate", text: "1" }] : [];
  return [...value, ...rate, ...rawAnswers(tree)];
}

const holds = ({ title, text }: RawAnswer, search: string): boolean =>
  `${title}\n${text}`.toLowerCase().includes(search.trim().toLowerCase());

/** All raw data of a figure as one text. */
export const rawText = (explanation: Explanation): string =>
  blocksOf(explanation)
    .map(({ title, text }) => `${title}\n${text}`)
    .join("\n\n");

function Block({ block: { title, text } }: { block: RawAnswer }) {
  const copy = useCopy();
  return (
    <li>
      <h3>{title}</h3>
      <IconButton icon="copy" size={15} label={`Copy ${title}`} onClick={() => copy(text, "Copied")} />
      <pre>{text}</pre>
    </li>
  );
}

/** The raw answers of the sources, as JSON. */
export function RawData({ explanation }: { explanation: Explanation }) {
  const [search, setSearch] = useState("");
  const blocks = blocksOf(explanation);
  const found = blocks.filter((block) => holds(block, search));
  const [shown, more] = useShowMore(found, SHOWN);
  if (useAmountsHidden()) return <p className={css.raw}>Raw data is hidden with the amounts.</p>;
  return (
    <section className={css.raw} aria-label="Raw data">
      {blocks.length >= MANY ? (
        <div className={css.filter}>
          <SearchField value={search} label="Filter by source, asset or value" onChange={setSearch} />
          <p role="status">
            {search.trim() ? `${found.length} of ${plural(blocks.length, "block")}` : plural(blocks.length, "block")}
          </p>
        </div>
      ) : null}
      <ul>
        {shown.map((block) => (
          <Block key={block.id} block={block} />
        ))}
      </ul>
      {more}
      {rawAnswers(explanation.tree).length === 0 ? <p>No source data for this figure.</p> : null}
    </section>
  );
}
