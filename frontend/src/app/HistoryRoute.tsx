import { History } from "../features/history/History";
import { useAddWallet } from "./addWallet";
import { ShareContainer } from "./ShareContainer";

/** The route of Transaction history. */
export default function HistoryRoute() {
  const onAdd = useAddWallet();
  return (
    <>
      <title>Transaction history · Spyhop</title>
      <History share={<ShareContainer redirect="intelligence/transaction-history" />} onAdd={() => onAdd()} />
    </>
  );
}
