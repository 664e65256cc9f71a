import { Counterparties } from "../features/counterparties/Counterparties";
import { AccountsContainer } from "./AccountsContainer";
import { useAddWallet } from "./addWallet";
import { ExportContainer } from "./ExportContainer";
import { ShareContainer } from "./ShareContainer";
import { useAddAddress } from "./useAddAddress";

const historyPath = (query: URLSearchParams): string => `/intelligence/transaction-history?${query}`;

/** The route of Counterparties. */
export default function CounterpartiesRoute() {
  useAddAddress();
  const onAdd = useAddWallet();
  return (
    <>
      <title>Counterparties · Spyhop</title>
      <Counterparties
        visitor={null}
        share={
          <>
            <ExportContainer />
            <ShareContainer redirect="intelligence/volume-traded-by-counterparty" />
          </>
        }
        accounts={<AccountsContainer />}
        onAdd={() => onAdd()}
        historyPath={historyPath}
      />
    </>
  );
}
