import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Health } from "../features/health/Health";
import type { ToPrice } from "../features/portfolio/SetPrice";
import { useCurrency } from "../format/currency";
import { later } from "../ui/later";
import { FixWalletGate } from "./FixWalletGate";

// Fetched when it is opened.
const AddToken = later(() => import("../features/portfolio/AddToken"), "AddToken");
const SetPrice = later(() => import("../features/portfolio/SetPrice"), "SetPrice");

/** How the sources and the person's figures are, and what can be done about them. */
export default function HealthRoute() {
  const [wrong, setWrong] = useState<{ address: string; unsupported: string | null } | null>(null);
  const [adding, setAdding] = useState<{ chain: string | null } | null>(null);
  const [unpriced, setUnpriced] = useState<ToPrice | null>(null);
  const client = useQueryClient();
  const currency = useCurrency();
  // A price or a wallet that was mended is missing no more.
  const done = () => {
    setWrong(null);
    setUnpriced(null);
    setAdding(null);
    void client.invalidateQueries({ queryKey: ["health"] });
  };
  const onSetPrice = (asset: string, symbol: string) => setUnpriced({ symbol, assets: [{ asset, price: null }] });
  return (
    <>
      <title>Data health · Spyhop</title>
      <Health
        onSetPrice={onSetPrice}
        onFixWallet={(address, unsupported) => setWrong({ address, unsupported })}
        onAddToken={(chain) => setAdding({ chain })}
      />
      {wrong === null ? null : <FixWalletGate {...wrong} onClose={done} />}
      {adding ? (
        <Suspense>
          <AddToken {...adding} onClose={done} />
        </Suspense>
      ) : null}
      {unpriced ? (
        <Suspense>
          <SetPrice symbol={unpriced.symbol} assets={unpriced.assets} currency={currency} onClose={done} />
        </Suspense>
      ) : null}
    </>
  );
}
