import type { Histories } from "../features/exchange/history";
import { EVERYTHING } from "../features/history/conditions";
import { useLiveHistories, withProgress } from "../features/history/live";
import { useLatest } from "../features/history/queries";
import { useRefetchOnSettled } from "../features/history/useRefetchOnSettled";

/** How far the histories of all accounts are read, with what the event stream has reported since. */
export function useAccountHistories() {
  const live = useLiveHistories();
  const { data, error, refetch } = useLatest(EVERYTHING, live !== undefined);
  // The gaps of an account that was just read are known to the server only.
  useRefetchOnSettled(live, refetch);
  if (!data) return { histories: undefined, failure: error, refetch };
  const { accounts_status, gaps } = withProgress(data.coverage, live);
  const histories: Histories = { accounts: accounts_status, gaps };
  return { histories, failure: null, refetch };
}
