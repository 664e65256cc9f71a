import { type FormEvent, useId } from "react";
import { parseDecimal } from "../../format/decimal";
import { count } from "../../format/text";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { InlineFailure } from "../../ui/Note";
import { SecretWarning } from "../../ui/SecretWarning";
import { useToast } from "../../ui/toasts";
import { useForm } from "../../ui/useForm";
import { type OwnPrice, useOwnPrices } from "./queries";
import css from "./setPrice.module.css";
import { useFormerPrices } from "./useFormerPrices";

/** What the server takes; the field takes more, so that a secret is recognized before it is cut. */
const LONGEST = 60;

/** What a typed price lacks; empty when it is one. */
function objection(text: string): string {
  if (text.trim() === "") return "Type a price, for example 1.25.";
  const value = parseDecimal(text.replaceAll(",", ""));
  if (!value) return "Write the price as digits with a point, for example 1.25.";
  if (text.trim().length > LONGEST) return `Use at most ${LONGEST} digits.`;
  return value.units < 0n ? "A price cannot be below zero." : "";
}

const rules = { price: objection };

/** What is to be priced: one thing, which can be several assets. */
export interface ToPrice {
  symbol: string;
  /** The assets, with the prices they have. */
  assets: readonly OwnPrice[];
}

export interface SetPriceProps extends ToPrice {
  /** Of the prices that they have, and of the one that is typed. */
  currency: string;
  onClose: () => void;
}

/** A price of the person's own: it wins over the sources and is marked. */
export function SetPrice({ assets, symbol, currency, onClose }: SetPriceProps) {
  const id = useId();
  const form = useForm(id, { price: "" }, rules);
  const { mutate, isPending, error } = useOwnPrices();
  const back = useFormerPrices();
  const toast = useToast();
  const { warning, onDismiss } = form.note("price");
  const problem = form.problems.price || error?.message;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending || !form.check(event.currentTarget)) return;
    const price = form.texts.price.trim().replaceAll(",", "").replace(/^\+/, "");
    const onSuccess = () => {
      onClose();
      toast({ text: `Price of ${symbol} set`, undo: back({ prices: assets, currency }) });
    };
    mutate({ prices: assets.map(({ asset }) => ({ asset, price })), currency }, { onSuccess });
  };
  return (
    <Dialog
      title={`Set a price for ${symbol}`}
      subtitle="Your own price wins over the sources and is marked."
      onClose={onClose}
    >
      <form className={css.form} onSubmit={submit} noValidate>
        <label htmlFor={id}>Price of one {symbol}</label>
        <div className={css.field}>
          <input
            id={id}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0.00"
            maxLength={250}
            {...form.bind("price")}
          />
          <span>{currency}</span>
        </div>
        <div id={`${id}-price`}>
          {warning ? (
            <SecretWarning text={warning} onDismiss={onDismiss} />
          ) : problem ? (
            <InlineFailure>{problem}</InlineFailure>
          ) : (
            <p className={css.note}>
              {assets.length > 1
                ? `${symbol} is ${count(assets.length)} assets here that are the same thing: the price is for all of them. `
                : null}
              It stays until you take it back; zero means worth nothing.
            </p>
          )}
        </div>
        <div className={css.act}>
          <Button tone="primary" type="submit" busy={isPending}>
            Set price
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
