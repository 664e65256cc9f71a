import { AssetValue } from "../features/value/AssetValue";
import { AccountsContainer } from "./AccountsContainer";
import { useAddWallet } from "./addWallet";
import { ShareContainer } from "./ShareContainer";
import { useAddAddress } from "./useAddAddress";

const historyPath = (query: URLSearchParams): string => `/intelligence/transaction-history?${query}`;

/** The route of Asset value. */
export default function AssetValueRoute() {
  useAddAddress();
  const onAdd = useAddWallet();
  return (
    <>
      <title>Asset value · Spyhop</title>
      <AssetValue
        visitor={null}
        share={<ShareContainer redirect="intelligence/asset-value" />}
        accounts={<AccountsContainer />}
        onAdd={() => onAdd()}
        historyPath={historyPath}
      />
    </>
  );
}
