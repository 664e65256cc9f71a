import { Suspense, useState } from "react";
import { useCurrency } from "../../format/currency";
import { Icon } from "../../ui/Icon";
import { lazyPart } from "../../ui/lazyPart";
import css from "./currency.module.css";

const CurrencyDialog = lazyPart(() => import("./CurrencyDialog"), "CurrencyDialog");

/** The button that shows the currency and opens the currency dialog. */
export function CurrencyChoice() {
  const currency = useCurrency();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={css.choice}
        aria-haspopup="dialog"
        aria-label={`Currency: ${currency}. Change`}
        onClick={() => setOpen(true)}
      >
        {currency}
        <Icon name="down" size={12} />
      </button>
      {open ? (
        <Suspense>
          <CurrencyDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
