import { useSelectedValuation } from "../../queries/valuation";
import { usePortfolio } from "./queries";

/** The portfolio of one wallet, beside the net worth of all wallets in the top bar. A wallet that is not read has none. */
export function useWalletPortfolio(address: string, isRead: boolean) {
  const query = usePortfolio(undefined, [address], isRead);
  useSelectedValuation(query.data?.valuation_id);
  return query;
}
