import { History } from "../features/history/History";
import { useAddWallet } from "./addWallet";
import { ExportContainer } from "./ExportContainer";
import { ShareContainer } from "./ShareContainer";

/** The route of Transaction history. */
export default function HistoryRoute() {
  const onAdd = useAddWallet();
  return (
    <>
      <title>Transaction history · Spyhop</title>
      <History
        actions={(shown) => (
          <>
            <ExportContainer filter={shown} />
            <ShareContainer redirect="intelligence/transaction-history" />
          </>
        )}
        onAdd={() => onAdd()}
      />
    </>
  );
}
