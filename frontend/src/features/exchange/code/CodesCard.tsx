import { useState } from "react";
import { plural } from "../../../format/text";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { InlineFailure } from "../../../ui/Note";
import page from "../accountPage.module.css";
import { useCodes } from "../queries";
import type { ExchangeAccount, ExchangeCode } from "../types";
import css from "./codesCard.module.css";
import { MapCodeDialog } from "./MapCodeDialog";

/** An asset with its network, where that matters. */
const wordsOf = ({ name, symbol, chain_name }: NonNullable<ExchangeCode["asset"]>): string =>
  [name || symbol, chain_name === null ? "" : `on ${chain_name}`].filter(Boolean).join(" ");

function Line({ code, onMap }: { code: ExchangeCode; onMap: () => void }) {
  const { symbol, asset } = code;
  return (
    <li>
      <p>
        {symbol}{" "}
        {asset ? (
          <small>Counts as {wordsOf(asset)}</small>
        ) : (
          <small className={css.unmapped}>Not mapped yet, so that it has no price</small>
        )}
      </p>
      <Button small aria-label={`${asset ? "Change" : "Map"} ${symbol}`} onClick={onMap}>
        {asset ? "Change" : "Map"}
      </Button>
    </li>
  );
}

/** The codes at the exchange of an account that no list maps to an asset, if there are any. */
export function CodesCard({ account }: { account: ExchangeAccount }) {
  const { data: codes, error, refetch } = useCodes(account.exchange);
  const [chosen, setChosen] = useState<ExchangeCode | null>(null);
  const isLost = !codes && error !== null;
  if (!isLost && (!codes || codes.length === 0) && chosen === null) return null;
  const open = codes?.filter(({ asset }) => asset === null).length ?? 0;
  return (
    <Card title="Codes of assets" aside={open > 0 ? `${plural(open, "code")} not mapped` : undefined}>
      {isLost ? (
        <div className={css.lost}>
          <InlineFailure>
            {error.message}{" "}
            <Button tone="link" small onClick={() => void refetch()}>
              Try again
            </Button>
          </InlineFailure>
        </div>
      ) : (
        <ul className={page.rows}>
          {codes?.map((code) => (
            <Line key={code.code} code={code} onMap={() => setChosen(code)} />
          ))}
        </ul>
      )}
      {chosen ? (
        <MapCodeDialog code={chosen} exchangeName={account.exchange_name} onClose={() => setChosen(null)} />
      ) : null}
    </Card>
  );
}
