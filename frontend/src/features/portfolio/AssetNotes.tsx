import css from "./assetPanel.module.css";
import type { ViewPart, ViewRow } from "./assetView";
import { DecimalsButton } from "./DecimalsButton";
import type { AssumedDecimals } from "./types";

type AssumedPart = ViewPart & { assumed_decimals: AssumedDecimals };

/** The parts whose decimals come from a token list, once per asset. */
function assumedIn(parts: readonly ViewPart[]): AssumedPart[] {
  const assets = new Map<string, AssumedPart>();
  for (const part of parts)
    if (part.assumed_decimals) assets.set(part.asset, { ...part, assumed_decimals: part.assumed_decimals });
  return [...assets.values()];
}

/** The warnings about an asset, one sentence each. */
export function AssetNotes({ row, canAct }: { row: ViewRow; canAct: boolean }) {
  const receipts = row.parts.flatMap(({ receipt }) => receipt?.text ?? []);
  const texts = [...row.reasons, ...row.flags].map(({ text }) => text);
  const assumed = assumedIn(row.parts);
  const accepted = assumed
    .filter(({ assumed_decimals: { accepted: isAccepted } }) => isAccepted)
    .map(
      ({ assumed_decimals: { decimals, list, before } }) =>
        `Counted with ${decimals} decimals from ${list}, because its contract ${before === null ? "states none" : `stated ${before} before`}. You accepted them.`,
    );
  const all = [...new Set([...texts, ...accepted, ...receipts])];
  if (all.length === 0 && assumed.length === 0) return null;
  return (
    <div className={css.notes}>
      {all.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {canAct
        ? assumed.map(({ asset, symbol, assumed_decimals }) => (
            <DecimalsButton key={asset} asset={asset} symbol={symbol} assumed={assumed_decimals} />
          ))
        : null}
    </div>
  );
}
