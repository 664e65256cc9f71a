import { shortAddress } from "../../format/text";
import { IconButton } from "../../ui/Button";
import { Tag } from "../../ui/Tag";
import { useCopy } from "../../ui/useCopy";
import { EntrySection } from "./EntrySection";
import css from "./entry.module.css";
import type { Party } from "./types";
import { partyName } from "./words";

/** Who is on the other side, and where its label comes from. An address without a label stays an address. */
export function EntryCounterparty({ party }: { party: Party }) {
  const copy = useCopy();
  const { address, name, kind, label_source } = party;
  const short = shortAddress(address);
  const origin = name ? (label_source ? `label from ${label_source}` : "label") : "no label known";
  return (
    <EntrySection title="Counterparty">
      <div className={css.party}>
        <span className={css.partyWords}>
          <b title={address}>
            <bdi>{partyName(party)}</bdi>
            {kind ? <Tag tone="plain">{kind}</Tag> : null}
          </b>
          <small title={address}>{name ? `${short} · ${origin}` : origin}</small>
        </span>
        <IconButton icon="copy" size={16} label={`Copy ${address}`} onClick={() => copy(address, "Copied")} />
      </div>
    </EntrySection>
  );
}
