import { Insights } from "../features/insight/Insights";
import type { DataPage } from "../features/insight/view";
import type { Limit } from "../features/plan/types";
import { useAddWallet } from "./addWallet";
import { useShowLimit } from "./limits";
import { ShareContainer } from "./ShareContainer";
import { useAddAddress } from "./useAddAddress";

/** What the upgrade dialog says about insights. */
const INSIGHT_LIMIT: Limit = {
  message: "Your plan lists the first two insights. Baron and Sovereign list all of them.",
  limit: null,
  used: null,
  trigger: "9",
};

const PATHS: Readonly<Record<DataPage, string>> = {
  home: "/home",
  defi: "/decentralized-finance",
  health: "/health",
  costs: "/intelligence/costs",
  history: "/intelligence/transaction-history",
  approvals: "/intelligence/approvals",
};

/** The route of Insights. */
export default function InsightsRoute() {
  useAddAddress();
  const onAdd = useAddWallet();
  const showLimit = useShowLimit();
  return (
    <>
      <title>Insights · Spyhop</title>
      <Insights
        visitor={null}
        actions={<ShareContainer redirect="intelligence/insights" />}
        onAdd={() => onAdd()}
        onUpgrade={() => showLimit(INSIGHT_LIMIT)}
        pathOf={(page) => PATHS[page]}
      />
    </>
  );
}
