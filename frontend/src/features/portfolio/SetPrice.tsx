import { type FormEvent, useId, useState } from "react";
import { parseDecimal } from "../../format/decimal";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { InlineFailure } from "../../ui/Note";
import { useToast } from "../../ui/toasts";
import { useClearPrice, useSetPrice } from "./queries";
import css from "./setPrice.module.css";

/** What a typed price lacks; empty when it is one. */
function objection(text: string): string {
  if (text.trim() === "") return "Type a price, for example 1.25.";
  const value = parseDecimal(text.replaceAll(",", ""));
  if (!value) return "Write the price as digits with a point, for example 1.25.";
  return value.units < 0n ? "A price cannot be below zero." : "";
}

interface SetPriceProps {
  asset: string;
  symbol: string;
  currency: string;
  onClose: () => void;
}

/** A price of the person's own: it wins over the sources and is marked. */
export function SetPrice({ asset, symbol, currency, onClose }: SetPriceProps) {
  const id = useId();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const { mutate, isPending } = useSetPrice();
  const { mutate: clear } = useClearPrice();
  const toast = useToast();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const why = objection(text);
    setProblem(why);
    if (why) return;
    const price = text.trim().replaceAll(",", "").replace(/^\+/, "");
    mutate(
      { asset, price, currency },
      {
        onError: (thrown) => setProblem(thrown.message),
        onSuccess: () => {
          onClose();
          toast({ text: `Price of ${symbol} set`, undo: () => clear(asset) });
        },
      },
    );
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
            value={text}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0.00"
            maxLength={60}
            aria-invalid={problem !== "" || undefined}
            aria-describedby={`${id}-note`}
            onChange={(event) => setText(event.target.value)}
          />
          <span>{currency}</span>
        </div>
        <div id={`${id}-note`}>
          {problem ? (
            <InlineFailure>{problem}</InlineFailure>
          ) : (
            <p className={css.note}>It stays until you take it back; zero means worth nothing.</p>
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
