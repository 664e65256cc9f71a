import { useAmountText } from "../../format/amounts";
import { percent } from "../../format/quantity";
import { Dot } from "../../ui/Avatar";
import type { Slice } from "./allocation";
import css from "./hoverPanel.module.css";
import { ReceiptTag } from "./ReceiptTag";
import { topChains } from "./topChains";
import type { NetworkRow } from "./types";

interface HoverPanelProps {
  slice: Slice;
  networks: readonly NetworkRow[];
  currency: string;
  /** Whether it is below a small ring and not at its foot. */
  isBelow?: boolean;
}

/** The panel for the hovered segment: the asset, its share, and the networks that hold most of it. It ignores the pointer. */
export function HoverPanel({ slice, networks, currency, isBelow = false }: HoverPanelProps) {
  const { name, code, value, share, row, colour } = slice;
  const text = useAmountText();
  return (
    <div className={`${css.panel} ${isBelow ? css.below : ""}`} aria-hidden="true">
      <p>
        <Dot colour={colour} />
        <b>{name}</b>
        <ReceiptTag of={row?.receipt ?? null} />
        {share === null ? null : <em>{percent(share, 2)}</em>}
      </p>
      <p>
        {row?.amount ? `${text.shortQuantity(row.amount)} ${code}` : ""}
        <b>{text.money(value, currency)}</b>
      </p>
      {row ? (
        <ul>
          {topChains(row, networks).map((chain) => (
            <li key={chain.id}>
              <span>{chain.name}</span>
              <span>
                {chain.id === "other" || chain.amount === null
                  ? chain.amount
                  : `${text.shortQuantity(chain.amount)} ${code}`}
              </span>
              <b>{chain.value === null ? "" : text.money(chain.value, currency)}</b>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
