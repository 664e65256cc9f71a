import { IconButton } from "../../ui/Button";
import { useCopy } from "../../ui/useCopy";
import { useFirst } from "../../ui/useFirst";
import { type RawAnswer, rawAnswers } from "./nodes";
import type { Explanation } from "./queries";
import css from "./rawData.module.css";

const SHOWN = 20;

/** The exact value, then every answer of a source. */
function blocksOf({ tree, exact, currency_code }: Explanation): RawAnswer[] {
  const value = exact === null ? [] : [{ id: "exact", title: "Exact value", text: `${exact} ${currency_code}` }];
  return [...value, ...rawAnswers(tree)];
}

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

/** What the sources answered, unchanged. */
export function RawData({ explanation }: { explanation: Explanation }) {
  const blocks = blocksOf(explanation);
  const [shown, more] = useFirst(blocks, SHOWN);
  return (
    <section className={css.raw} aria-label="Raw data">
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
