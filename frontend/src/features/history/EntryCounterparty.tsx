import { useState } from "react";
import { shortAddress } from "../../format/text";
import { Button, IconButton } from "../../ui/Button";
import { LabelForm } from "../../ui/LabelForm";
import { Tag } from "../../ui/Tag";
import { useToast } from "../../ui/toasts";
import { useCopy } from "../../ui/useCopy";
import { EntrySection } from "./EntrySection";
import css from "./entry.module.css";
import { useSetLabel } from "./mutations";
import type { Party } from "./types";
import { useVisitor } from "./visitor";
import { partyName } from "./words";

interface RenameProps {
  party: Party;
  chain: string;
  onDone: () => void;
}

/** The form for the user's own label of an address. */
function Rename({ party, chain, onDone }: RenameProps) {
  const { address, name, source } = party;
  const before = source === "own_label" ? name : null;
  const { mutate, isPending, error } = useSetLabel();
  const toast = useToast();
  const save = (label: string | null) => {
    const undo = () => mutate({ chain, address, label: before });
    const onSuccess = () => {
      onDone();
      toast({ text: label ? `Named ${label}` : "Label removed", undo });
    };
    mutate({ chain, address, label }, { onSuccess });
  };
  const title = `Your label for ${shortAddress(address)}, only for you`;
  return (
    <LabelForm
      title={title}
      before={before}
      busy={isPending}
      failure={error?.message}
      onSave={save}
      onCancel={onDone}
    />
  );
}

/** Where the name of a party comes from. */
function originWords({ name, source, label_source }: Party): string {
  if (!name) return "no label known";
  if (source === "own_label") return "your label";
  return label_source ? `label from ${label_source}` : "label";
}

interface EntryCounterpartyProps {
  party: Party;
  /** The network of the entry. */
  chain: string;
}

/** Who is on the other side, and where its label comes from. An address without a label stays an address. */
export function EntryCounterparty({ party, chain }: EntryCounterpartyProps) {
  const copy = useCopy();
  const visitor = useVisitor();
  const [isEditing, setEditing] = useState(false);
  const { address, name, kind } = party;
  const origin = originWords(party);
  return (
    <EntrySection
      title="Counterparty"
      side={
        isEditing || visitor ? null : (
          <Button
            tone="link"
            aria-label={name ? "Rename the counterparty" : "Name the counterparty"}
            onClick={() => setEditing(true)}
          >
            {name ? "Rename" : "Name"}
          </Button>
        )
      }
    >
      {isEditing ? <Rename party={party} chain={chain} onDone={() => setEditing(false)} /> : null}
      <div className={css.party}>
        <span className={css.partyWords}>
          <b title={address}>
            <bdi>{partyName(party)}</bdi>
            {kind ? <Tag tone="plain">{kind}</Tag> : null}
          </b>
          <small title={address}>{name ? `${shortAddress(address)} · ${origin}` : origin}</small>
        </span>
        <IconButton icon="copy" size={16} label={`Copy ${address}`} onClick={() => copy(address, "Copied")} />
      </div>
    </EntrySection>
  );
}
