import { type FormEvent, useId, useState } from "react";
import { shortAddress } from "../../format/text";
import { Button, IconButton } from "../../ui/Button";
import { Tag } from "../../ui/Tag";
import { useToast } from "../../ui/toasts";
import { useCopy } from "../../ui/useCopy";
import { useGuardedText } from "../../ui/useGuardedText";
import { EntrySection } from "./EntrySection";
import css from "./entry.module.css";
import own from "./entryForm.module.css";
import { FormProblem } from "./FormProblem";
import { useSetLabel } from "./mutations";
import type { Party } from "./types";
import { useVisitor } from "./visitor";
import { partyName } from "./words";

/** The most letters of a label, as of a nickname. */
const MAX_LABEL = 60;

interface RenameProps {
  party: Party;
  chain: string;
  onDone: () => void;
}

/** The user's own label of an address. An empty one is removed, so that the list's label is shown again. */
function Rename({ party, chain, onDone }: RenameProps) {
  const id = useId();
  const { address, name, source } = party;
  const before = source === "own_label" ? name : null;
  const { text, warning, type, dismiss, onFocus, onPaste } = useGuardedText(before ?? "", "any");
  const { mutate, isPending, error } = useSetLabel();
  const toast = useToast();
  const label = text.trim() || null;
  const isTooLong = [...(label ?? "")].length > MAX_LABEL;
  const problem = isTooLong ? `Use at most ${MAX_LABEL} characters.` : error?.message;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending || isTooLong) return;
    if (label === before) return onDone();
    const undo = () => mutate({ chain, address, label: before });
    const onSuccess = () => {
      onDone();
      toast({ text: label ? `Named ${label}` : "Label removed", undo });
    };
    mutate({ chain, address, label }, { onSuccess });
  };
  return (
    <form className={own.form} onSubmit={submit}>
      <label htmlFor={id}>Your label for {shortAddress(address)}, only for you</label>
      <input
        id={id}
        value={text}
        // biome-ignore lint/a11y/noAutofocus: a press on Rename opens the field
        autoFocus
        autoComplete="off"
        aria-describedby={`${id}-problem`}
        aria-invalid={problem || warning ? true : undefined}
        onFocus={onFocus}
        onPaste={onPaste}
        onChange={(event) => type(event.target.value)}
      />
      <FormProblem id={`${id}-problem`} warning={warning} problem={problem} onDismiss={dismiss} />
      <div className={own.formLine}>
        <Button small tone="primary" type="submit" busy={isPending}>
          Save
        </Button>
        <Button small onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
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
