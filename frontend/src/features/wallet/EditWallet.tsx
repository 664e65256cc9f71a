import { type FormEvent, useId } from "react";
import { Dialog } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { FormActions } from "../../ui/FormActions";
import { InlineFailure } from "../../ui/Note";
import { useToast } from "../../ui/toasts";
import { useForm } from "../../ui/useForm";
import css from "./edit.module.css";
import { useUpdateWallet } from "./mutations";
import { isShort, LONGEST_FIELD } from "./nickname";
import { useKinds } from "./queries";
import type { WalletCard } from "./types";
import { nameOf, titleCase } from "./words";

const rules = { nickname: isShort };
/** The option for a wallet without a known kind. */
const OTHER = { id: "other", name: "other" };

/** The kinds to choose from; until they have loaded only the wallet's own. */
function KindOptions({ own }: { own: WalletCard["wallet"] }) {
  const { data } = useKinds();
  const kinds = data?.wallets ?? [own ?? OTHER];
  return kinds.map(({ id, name }) => (
    <option key={id} value={id}>
      {titleCase(name)}
    </option>
  ));
}

/** The dialog that edits the kind and the nickname of a wallet. */
export function EditWallet({ wallet, onClose }: { wallet: WalletCard; onClose: () => void }) {
  const id = useId();
  const form = useForm(id, { kind: wallet.wallet?.id ?? OTHER.id, nickname: wallet.nickname ?? "" }, rules);
  const { mutate, isPending, error } = useUpdateWallet();
  const toast = useToast();
  const done = () => {
    onClose();
    toast({ text: "You've successfully updated your wallet" });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending || !form.check(event.currentTarget)) return;
    const { kind, nickname } = form.texts;
    mutate({ wallet_address: wallet.address, wallet_id: kind, nickname: nickname.trim() }, { onSuccess: done });
  };
  return (
    <Dialog title="Edit wallet" subtitle={nameOf(wallet)} onClose={onClose}>
      <form className={css.form} onSubmit={submit} noValidate>
        <Field label="Nickname" {...form.note("nickname")}>
          {(control) => (
            <input
              id={control}
              placeholder="Enter Nickname"
              maxLength={LONGEST_FIELD}
              autoComplete="off"
              {...form.bind("nickname")}
            />
          )}
        </Field>
        <Field label="Wallet app" {...form.note("kind")}>
          {(control) => (
            <select id={control} {...form.bind("kind")}>
              <KindOptions own={wallet.wallet} />
            </select>
          )}
        </Field>
        <Field label="Wallet address">
          {(control) => <input id={control} value={wallet.address} readOnly title={wallet.address} />}
        </Field>
        {error ? <InlineFailure>{error.message}</InlineFailure> : null}
        <FormActions submit="Save changes" busy={isPending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
