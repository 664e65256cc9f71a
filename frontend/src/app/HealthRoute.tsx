import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Health } from "../features/health/Health";
import { useFixWallet } from "../features/user/queries";
import type { Addresses } from "../features/wallet/AddressForm";
import { useCurrency } from "../format/currency";
import { useToast } from "../ui/toasts";

// Dialogs are fetched when they are opened.
const SetPrice = lazy(() => import("../features/portfolio/SetPrice").then((module) => ({ default: module.SetPrice })));
const FixWallet = lazy(() => import("../features/wallet/FixWallet").then((module) => ({ default: module.FixWallet })));

/** How the sources and the person's figures are, and what can be done about them. */
export default function HealthRoute() {
  const [wrong, setWrong] = useState<string | null>(null);
  const [unpriced, setUnpriced] = useState<{ asset: string; title: string } | null>(null);
  const { mutateAsync: fix } = useFixWallet();
  const client = useQueryClient();
  const currency = useCurrency();
  const toast = useToast();
  // A price or a wallet that was mended is missing no more.
  const look = () => void client.invalidateQueries({ queryKey: ["health"] });
  const save = async (right: Addresses) => {
    if (wrong !== null) await fix({ wrong, right });
    setWrong(null);
    look();
    toast({ text: "You've successfully updated your wallet" });
  };
  const priced = () => {
    setUnpriced(null);
    look();
  };
  return (
    <>
      <title>Data health · Spyhop</title>
      <Health onSetPrice={(asset, title) => setUnpriced({ asset, title })} onFixWallet={setWrong} />
      <Suspense>
        {wrong === null ? null : <FixWallet address={wrong} save={save} onClose={() => setWrong(null)} />}
        {unpriced ? (
          <SetPrice asset={unpriced.asset} symbol={unpriced.title} currency={currency} onClose={priced} />
        ) : null}
      </Suspense>
    </>
  );
}
