import { type FormEvent, useId } from "react";
import { Dialog } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { FormActions } from "../../ui/FormActions";
import { InlineFailure } from "../../ui/Note";
import { useToast } from "../../ui/toasts";
import { useForm } from "../../ui/useForm";
import css from "./edit.module.css";
import { GapLimitOptions } from "./GapLimitOptions";
import { useUpdateWallet } from "./mutations";
import { isShort, LONGEST_FIELD } from "./nickname";
import { useKinds } from "./queries";
import type { UserWallet } from "./types";
import { nameOf, titleCase } from "./words";

const rules = { nickname: isShort };
/** The option for a wallet without a known kind. */
const OTHER = { id: "other", name: "other" };

/** The kinds to choose from; until they have loaded only the wallet's own. */
function KindOptions({ own }: { own: UserWallet["wallet"] }) {
  const { data } = useKinds();
  const kinds = data?.wallets ?? [own ?? OTHER];
  return kinds.map(({ id, name }) => (
    <option key={id} value={id}>
      {titleCase(name)}
    </option>
  ));
}

/** The initial texts of the form. */
const textsOf = ({ wallet, nickname, extended_key: key }: UserWallet) => ({
  kind: wallet?.id ?? OTHER.id,
  nickname: nickname ?? "",
  gapLimit: String(key?.gap_limit ?? ""),
});

/** The dialog that edits the kind and the nickname of a wallet, and how far the addresses of a key are searched. */
export function EditWallet({ wallet, onClose }: { wallet: UserWallet; onClose: () => void }) {
  const id = useId();
  const before = textsOf(wallet);
  const form = useForm(id, before, rules);
  const { mutate, mutateAsync, isPending, error } = useUpdateWallet();
  const toast = useToast();
  const { address: wallet_address, extended_key: key } = wallet;
  const restoreLimit = (gap_limit: number) =>
    void mutateAsync({ wallet_address, gap_limit }).catch((problem: Error) =>
      toast({ text: problem.message, bad: true }),
    );
  const done = () => {
    onClose();
    const text = "You've successfully updated your wallet";
    toast(
      key && form.texts.gapLimit !== before.gapLimit ? { text, undo: () => restoreLimit(key.gap_limit) } : { text },
    );
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending || !form.check(event.currentTarget)) return;
    const { kind, nickname, gapLimit } = form.texts;
    const limit = key ? { gap_limit: Number(gapLimit) } : {};
    mutate({ wallet_address, wallet_id: kind, nickname: nickname.trim(), ...limit }, { onSuccess: done });
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
        {key ? (
          <Field label="Stop the address search after" {...form.note("gapLimit")}>
            {(control) => (
              <select id={control} {...form.bind("gapLimit")}>
                <GapLimitOptions own={key.gap_limit} />
              </select>
            )}
          </Field>
        ) : null}
        <Field label="Wallet address">
          {(control) => <input id={control} value={wallet.address} readOnly title={wallet.address} />}
        </Field>
        {error ? <InlineFailure>{error.message}</InlineFailure> : null}
        <FormActions submit="Save changes" busy={isPending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
