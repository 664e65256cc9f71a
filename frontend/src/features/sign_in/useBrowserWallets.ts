import { useCallback, useEffect, useState } from "react";
import { type BrowserWallet, findWallets, listWallets, watchWallets } from "../../connect/wallets";

/** Extensions announce themselves at once; this is the longest that the page waits for the first. */
const LONGEST = 1_000;

/** The wallets of this browser. `isSearching` is true until one is found, for at most a second. */
export function useBrowserWallets() {
  const [wallets, setWallets] = useState<readonly BrowserWallet[]>(listWallets);
  const [searches, setSearches] = useState(1);
  const [finished, setFinished] = useState(0);
  useEffect(() => {
    const stop = watchWallets(() => setWallets(listWallets()));
    findWallets();
    setWallets(listWallets());
    const timer = setTimeout(() => {
      setWallets(listWallets());
      setFinished(searches);
    }, LONGEST);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [searches]);
  const search = useCallback(() => setSearches((n) => n + 1), []);
  return { wallets, isSearching: wallets.length === 0 && finished < searches, search };
}
