import { Suspense } from "react";
import { type AmountText, useAmountText } from "../../format/amounts";
import { useReadAgain } from "../../queries/readAgain";
import { Button } from "../../ui/Button";
import { lazyPart } from "../../ui/lazyPart";
import { TruncatedText } from "../../ui/TruncatedText";
import { useToast } from "../../ui/toasts";
import type { TableActions } from "./AssetTable";
import { GapMark, type Marks } from "./GapMark";
import type { Gap } from "./missing";
import css from "./missing.module.css";

const DecimalsButton = lazyPart(() => import("./DecimalsButton"), "DecimalsButton");

/** The title of a gap, with the quantity if it is known. */
function titleOf({ amount, rawAmount, symbol, title, assumed }: Gap, text: AmountText): string {
  if (assumed?.amount) return `About ${text.quantity(assumed.amount)} ${symbol} if ${assumed.decimals} decimals`;
  if (amount !== null) return `${text.quantity(amount)} ${symbol}`;
  return rawAmount === null ? title : `${symbol}, amount unknown`;
}

export type GapActions = Pick<TableActions, "onSetPrice" | "onFixWallet" | "onAddToken">;

/** The action of a gap. */
function GapAction({ gap, onSetPrice, onFixWallet, onAddToken }: GapActions & { gap: Gap }) {
  const { mutate, isPending } = useReadAgain();
  const toast = useToast();
  const again = () => mutate(gap.place, { onError: (problem) => toast({ text: problem.message, bad: true }) });
  const { asset, action, wallet } = gap;
  if (action === "fix" && wallet)
    return (
      <Button tone="link" small aria-label={`Fix now: ${gap.title}`} onClick={() => onFixWallet(wallet)}>
        Fix now
      </Button>
    );
  if (action === "token")
    return (
      <Button tone="link" small aria-label={`Add a token: ${gap.title}`} onClick={() => onAddToken(gap.place.chain)}>
        Add a token
      </Button>
    );
  if (action === "price" && asset)
    return (
      <Button
        tone="link"
        small
        aria-label={`Set a price for ${gap.symbol}`}
        onClick={() => onSetPrice({ assets: [{ asset, price: null }], symbol: gap.symbol, amount: gap.amount })}
      >
        Set a price
      </Button>
    );
  if (action === "decimals" && asset && gap.assumed)
    return (
      <Suspense>
        <DecimalsButton asset={asset} symbol={gap.symbol} assumed={gap.assumed} />
      </Suspense>
    );
  return action === "read" ? (
    <Button tone="link" small busy={isPending} aria-label={`Try again: ${gap.title}`} onClick={again}>
      Try again
    </Button>
  ) : null;
}

interface GapRowProps {
  gap: Gap;
  marks: Marks;
  /** Null in a view-only portfolio. */
  actions: GapActions | null;
}

/** What is missing, why, and its action. */
export function GapRow({ gap, marks, actions }: GapRowProps) {
  const title = titleOf(gap, useAmountText());
  return (
    <li>
      <GapMark gap={gap} marks={marks} />
      <div className={css.two}>
        <span title={title}>{title}</span>
        <TruncatedText line={gap.line}>{gap.text}</TruncatedText>
      </div>
      {actions ? <GapAction gap={gap} {...actions} /> : null}
    </li>
  );
}
