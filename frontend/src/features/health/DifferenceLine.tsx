import { useAmountText } from "../../format/amounts";
import { date, moment } from "../../format/time";
import { Icon } from "../../ui/Icon";
import { DifferenceAction } from "./DifferenceAction";
import { amountWords, assetName, causeOf, sizeWords, valueWords } from "./reconciliation";
import css from "./reconciliation.module.css";
import type { BalanceDifference, DisplayRate } from "./types";

const icons = { act: "alert", wait: "clock", none: "check" } as const;

/** The names of the columns, which stand in the rows where these are cards. */
const columns = { size: "Difference", first: "First entry", cause: "Likely cause and next step" };

/** The head of the list. Each row says the same for screen readers. */
export const DifferenceHead = () => (
  <li className={css.columns} aria-hidden="true">
    <span>Asset</span>
    <span className={css.right}>{columns.size}</span>
    <span>{columns.first}</span>
    <span>{columns.cause}</span>
  </li>
);

function Size({ line, display }: { line: BalanceDifference; display: DisplayRate }) {
  const text = useAmountText();
  const { difference, balance, replayed } = line;
  return (
    <div className={css.size}>
      <span className={css.label}>{columns.size}</span>
      <b title={difference === null ? undefined : `${text.raw(difference)} ${line.symbol}`}>
        <bdi>{sizeWords(line, text)}</bdi>
      </b>
      <span className={css.worth}>{valueWords(line, display, text)}</span>
      <small>Balance {amountWords(balance, "not read", text)}</small>
      <small>History {amountWords(replayed, "unknown", text)}</small>
    </div>
  );
}

interface DifferenceLineProps {
  line: BalanceDifference;
  display: DisplayRate;
  onAddToken: (chain: string | null) => void;
}

/** A balance that differs from its history: how much, since when, why, and what to do. */
export function DifferenceLine({ line, display, onAddToken }: DifferenceLineProps) {
  const { label, state } = causeOf(line);
  return (
    <li className={css.row}>
      <div className={css.asset}>
        <bdi title={line.asset}>{assetName(line)}</bdi>
        <small>
          <bdi>{line.name}</bdi>
          {"\u00a0· "}
          {line.chain_name}
        </small>
      </div>
      <Size line={line} display={display} />
      <div className={css.first}>
        <span className={css.label}>{columns.first}</span>
        {line.first === null ? "No entries" : <time title={moment(line.first)}>{date(line.first)}</time>}
      </div>
      <div className={css.cause}>
        <span className={css.chip} data-state={state}>
          <Icon name={icons[state]} size={14} />
          {label}
        </span>
        <p>{line.cause_text}</p>
        <p className={css.remedy}>{line.remedy}</p>
      </div>
      <div className={css.action}>
        <DifferenceAction line={line} onAddToken={onAddToken} />
      </div>
    </li>
  );
}
