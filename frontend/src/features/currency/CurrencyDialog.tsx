import { chooseCurrency, currencySign, useCurrency } from "../../format/currency";
import { Combobox } from "../../ui/Combobox";
import { Dialog } from "../../ui/Dialog";
import { Icon } from "../../ui/Icon";
import { FailureNote } from "../../ui/Note";
import { Skeleton } from "../../ui/Skeleton";
import css from "./currency.module.css";
import { found } from "./find";
import { useCurrencies } from "./queries";
import type { CurrencyRow } from "./types";

const ROWS = ["72%", "60%", "66%", "54%", "70%", "62%", "58%", "64%"] as const;

const Waiting = () => (
  <div className={css.waiting} aria-busy="true">
    {ROWS.map((width) => (
      <Skeleton key={width} width={width} height={14} />
    ))}
  </div>
);

interface CurrencyLineProps {
  row: CurrencyRow;
  isChosen: boolean;
}

function CurrencyLine({ row, isChosen }: CurrencyLineProps) {
  const sign = currencySign(row.code).trim();
  return (
    <>
      <b>{row.code}</b>
      <span>
        {row.name}
        {row.active ? null : <small>no rate right now</small>}
      </span>
      <em aria-hidden="true">{sign === row.code ? "" : sign}</em>
      {isChosen ? <Icon name="check" size={16} /> : <i />}
    </>
  );
}

/** The dialog to choose a currency. */
export function CurrencyDialog({ onClose }: { onClose: () => void }) {
  const chosen = useCurrency();
  const { data, error, refetch } = useCurrencies();
  const onChoose = ({ code }: CurrencyRow) => {
    chooseCurrency(code);
    onClose();
  };
  return (
    <Dialog title="Currency" subtitle="Shows all amounts in this currency on this browser." onClose={onClose}>
      <div className={css.body}>
        {data ? (
          <Combobox
            label="Find a currency"
            placeholder="Find a currency"
            listLabel="Currencies"
            matching={(text) => found(data, text, chosen)}
            keyOf={(row) => row.code}
            selected={chosen}
            option={(row) => <CurrencyLine row={row} isChosen={row.code === chosen} />}
            note={(count) => (count === 0 ? "No currency found." : "Past values use that day's rate.")}
            onChoose={onChoose}
          />
        ) : null}
        {!data && error ? (
          <FailureNote title="Couldn't load currencies" failure={error} onRetry={() => void refetch()} />
        ) : null}
        {!data && !error ? <Waiting /> : null}
      </div>
    </Dialog>
  );
}
