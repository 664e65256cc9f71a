import { Intelligence } from "../features/flows/Intelligence";
import type { TilePage } from "../features/flows/IntelligenceTiles";
import { FirstInsights } from "../features/insight/FirstInsights";
import { AccountsContainer } from "./AccountsContainer";
import { useAddWallet } from "./addWallet";
import { ShareContainer } from "./ShareContainer";
import { useAddAddress } from "./useAddAddress";

const pathOf = (page: TilePage): string => `/intelligence/${page}`;

/** The route of Intelligence. */
export default function IntelligenceRoute() {
  useAddAddress();
  const onAdd = useAddWallet();
  return (
    <>
      <title>Intelligence · Spyhop</title>
      <Intelligence
        visitor={null}
        share={<ShareContainer redirect="intelligence#netflow" />}
        accounts={<AccountsContainer />}
        insights={<FirstInsights visitor={null} path={pathOf("insights")} />}
        onAdd={() => onAdd()}
        pathOf={pathOf}
      />
    </>
  );
}
