import { type FormEvent, useId } from "react";
import { type AmountText, useAmountText } from "../../format/amounts";
import { decimalText, multiplyDecimals, parseDecimal } from "../../format/decimal";
import { price as priceText } from "../../format/money";
import { count } from "../../format/text";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { FormActions } from "../../ui/FormActions";
import group from "../../ui/inputGroup.module.css";
import { InlineFailure } from "../../ui/Note";
import { SecretWarning } from "../../ui/SecretWarning";
import { useToast } from "../../ui/toasts";
import { useForm } from "../../ui/useForm";
import { useManualPrices } from "./mutations";
import css from "./setPrice.module.css";
import { readPrice } from "./typedPrice";
import type { ManualPrice } from "./types";
import { useFormerPrices } from "./useFormerPrices";

/** The problem of a typed price; empty if it is valid. */
function objection(text: string): string {
  const read = readPrice(text);
  return "problem" in read ? read.problem : "";
}

const rules = { price: objection };

/** The target of a manual price: one group, which can be several assets. */
export interface PriceTarget {
  symbol: string;
  /** The assets with their current manual prices. */
  assets: readonly ManualPrice[];
  /** The quantity held, if known. */
  amount?: string | null;
}

/** The value of the holding at the typed price, so that a typing error is noticed before saving. */
function worth(price: string, { symbol, amount }: PriceTarget, currency: string, text: AmountText): string {
  const [factor, held] = [parseDecimal(price), parseDecimal(amount ?? "")];
  const one = `One ${symbol}: ${priceText(price, currency)}.`;
  if (!factor || !held) return one;
  const value = text.money(decimalText(multiplyDecimals(factor, held)), currency);
  return `${one} Your ${text.quantity(amount ?? "")} ${symbol} would be worth ${value}.`;
}

export interface SetPriceProps extends PriceTarget {
  /** The currency of the current and the typed price. */
  currency: string;
  onClose: () => void;
}

/** The dialog to set a manual price, which replaces the price of the sources and is marked. */
export function SetPrice({ assets, symbol, amount, currency, onClose }: SetPriceProps) {
  const id = useId();
  const form = useForm(id, { price: "" }, rules);
  const { mutate, isPending, error } = useManualPrices();
  const back = useFormerPrices();
  const toast = useToast();
  const text = useAmountText();
  const { warning, onDismiss } = form.note("price");
  const problem = form.problems.price || error?.message;
  const read = readPrice(form.texts.price);
  const meant = "meant" in read ? read.meant : undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending || !form.check(event.currentTarget) || !("price" in read)) return;
    const { price } = read;
    const onSuccess = () => {
      onClose();
      toast({ text: `Price of ${symbol} set`, undo: back({ prices: assets, currency }) });
    };
    mutate({ prices: assets.map(({ asset }) => ({ asset, price })), currency }, { onSuccess });
  };
  return (
    <Dialog
      title={`Set a price for ${symbol}`}
      subtitle="Your price replaces the market price and is labeled as yours."
      onClose={onClose}
    >
      <form className={css.form} onSubmit={submit} noValidate>
        <label htmlFor={id}>Price of one {symbol}</label>
        <div className={`${group.group} ${css.field}`}>
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
            <>
              <InlineFailure>{problem}</InlineFailure>
              {meant ? (
                <Button small onClick={() => form.write("price", meant)}>
                  Use {meant}
                </Button>
              ) : null}
            </>
          ) : (
            <p className={css.note} aria-live="polite">
              {"price" in read ? `${worth(read.price, { symbol, assets, amount }, currency, text)} ` : null}
              {assets.length > 1
                ? `${symbol} groups ${count(assets.length)} equivalent assets. The price applies to all of them. `
                : null}
              Applies until you remove it. Enter 0 if it's worthless.
            </p>
          )}
        </div>
        <FormActions submit="Set price" busy={isPending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
