import { Tag } from "../../ui/Tag";
import { EntrySection } from "./EntrySection";
import css from "./entry.module.css";
import { problemOf } from "./problem";
import type { Decoding, EntryDetails } from "./types";

const states = {
  complete: <Tag icon="check">Complete</Tag>,
  generic: <Tag tone="warn">Generic: one asset out, another in</Tag>,
  failed: <Tag tone="loss">Failed, kept as read</Tag>,
} satisfies Record<Decoding, unknown>;

/** How the transaction was understood and by which decoder, or what could not be read of it. */
export function EntryDecoding(details: EntryDetails) {
  const { row, decoder, decoder_version, decoding_text } = details;
  const problem = problemOf(details);
  const text = problem?.text ?? decoding_text;
  return (
    <EntrySection
      title="Decoding"
      note={problem ? `Version ${decoder_version}` : `${decoder}, version ${decoder_version}`}
      side={problem ? <Tag tone="warn">{problem.state}</Tag> : states[row.decoding]}
    >
      {text ? <p className={css.text}>{text}</p> : null}
    </EntrySection>
  );
}
