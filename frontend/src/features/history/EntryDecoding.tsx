import { Tag } from "../../ui/Tag";
import { EntrySection } from "./EntrySection";
import css from "./entry.module.css";
import type { Decoding, EntryDetails } from "./types";

const states = {
  complete: <Tag icon="check">Complete</Tag>,
  generic: <Tag tone="warn">Generic: one asset out, another in</Tag>,
  failed: <Tag tone="loss">Failed, kept as read</Tag>,
} satisfies Record<Decoding, unknown>;

/** How the transaction was understood, and by which decoder. */
export const EntryDecoding = ({ row, decoder, decoder_version, decoding_text }: EntryDetails) => (
  <EntrySection title="Decoding" note={`${decoder}, version ${decoder_version}`} side={states[row.decoding]}>
    {decoding_text ? <p className={css.text}>{decoding_text}</p> : null}
  </EntrySection>
);
