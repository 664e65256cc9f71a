import { type FormEvent, useId } from "react";
import { shortAddress } from "../../format/text";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { FormActions } from "../../ui/FormActions";
import { InlineFailure } from "../../ui/Note";
import { required, useForm } from "../../ui/useForm";
import css from "./addToken.module.css";
import { useAddedTokens, useTokenChains } from "./queries";
import type { AddedTokenRow } from "./types";
import { useTokenActions } from "./useTokenActions";

function Added({ tokens, onRemove }: { tokens: readonly AddedTokenRow[]; onRemove: (token: AddedTokenRow) => void }) {
  if (tokens.length === 0) return null;
  return (
    <section className={css.added} aria-label="Tokens you added">
      <h3>Tokens you added</h3>
      <ul>
        {tokens.map((token) => (
          <li key={token.asset}>
            <span>
              <b>{token.symbol || token.name}</b> {shortAddress(token.contract_address)} on {token.chain_name}
            </span>
            <Button tone="link" small aria-label={`Remove ${token.symbol}`} onClick={() => onRemove(token)}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface AddTokenProps {
  /** The preselected network; null for none. */
  chain: string | null;
  onClose: () => void;
}

/** The dialog that adds an unlisted token by its contract address. */
export function AddToken({ chain, onClose }: AddTokenProps) {
  const id = useId();
  const { data: chains, error: unread } = useTokenChains();
  const { data: added } = useAddedTokens();
  const actions = useTokenActions();
  const form = useForm(
    id,
    { chain: chain ?? "", contract: "" },
    { chain: required("Choose the network of the token."), contract: required("Paste the token's contract address.") },
    { contract: "address" },
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (actions.isAdding || !form.check(event.currentTarget)) return;
    const place = { chain: form.texts.chain, contract_address: form.texts.contract.trim() };
    // The error is shown in the form.
    actions.add(place).then(onClose, () => undefined);
  };
  const remove = ({ asset, symbol, name, ...token }: AddedTokenRow) =>
    actions.remove(asset, symbol || name, { chain: token.chain, contract_address: token.contract_address });
  const contract = form.bind("contract");
  return (
    <Dialog
      title="Add a token"
      subtitle="Spyhop reads the name and decimals from the contract and checks your wallets for it. No one else sees what you add."
      onClose={onClose}
    >
      <form className={css.form} onSubmit={submit} noValidate>
        <Field label="Network" {...form.note("chain")} problem={form.problems.chain || unread?.message}>
          {(control) => (
            <select id={control} {...form.bind("chain")}>
              <option value="">Choose a network</option>
              {chains?.map(({ id: key, name }) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Contract address" {...form.note("contract")}>
          {(control) => (
            <input
              id={control}
              autoComplete="off"
              spellCheck={false}
              placeholder="0x…"
              maxLength={250}
              {...contract}
              onChange={(event) => {
                actions.clear();
                contract.onChange(event);
              }}
            />
          )}
        </Field>
        {actions.problem ? <InlineFailure>{actions.problem}</InlineFailure> : null}
        <FormActions submit="Add token" busy={actions.isAdding} onCancel={onClose} />
      </form>
      <Added tokens={added ?? []} onRemove={remove} />
    </Dialog>
  );
}
