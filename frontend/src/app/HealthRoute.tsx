import { Suspense, useState } from "react";
import { Health } from "../features/health/Health";
import type { PriceTarget } from "../features/portfolio/SetPrice";
import { useCurrency } from "../format/currency";
import { lazyPart } from "../ui/lazyPart";
import { TokenDecimalsContainer } from "./TokenDecimalsContainer";

// Loaded when it is opened.
const AddToken = lazyPart(() => import("../features/portfolio/AddToken"), "AddToken");
const FixWalletContainer = lazyPart(() => import("./FixWalletContainer"), "FixWalletContainer");
const SetPrice = lazyPart(() => import("../features/portfolio/SetPrice"), "SetPrice");

/** The route of Data health. */
export default function HealthRoute() {
  const [wrong, setWrong] = useState<{ address: string; unsupported: string | null } | null>(null);
  const [adding, setAdding] = useState<{ chain: string | null } | null>(null);
  const [unpriced, setUnpriced] = useState<PriceTarget | null>(null);
  const currency = useCurrency();
  const done = () => {
    setWrong(null);
    setUnpriced(null);
    setAdding(null);
  };
  const onSetPrice = (asset: string, symbol: string) => setUnpriced({ symbol, assets: [{ asset, price: null }] });
  return (
    <>
      <title>Data health · Spyhop</title>
      <Health
        onSetPrice={onSetPrice}
        onFixWallet={(address, unsupported) => setWrong({ address, unsupported })}
        onAddToken={(chain) => setAdding({ chain })}
        decimalsAction={(asset) => <TokenDecimalsContainer token={{ asset }} />}
      />
      {wrong === null ? null : (
        <Suspense>
          <FixWalletContainer {...wrong} onClose={done} />
        </Suspense>
      )}
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
