import { useMemo } from "react";
import { useSearchParams } from "react-router";
import type { WalletChoice } from "./WalletFilter";

const PARAM = "wallets";

/**
 * The wallets that Home is narrowed to, kept in the URL; empty for all. An address in the URL that is not one of the
 * user's wallets is ignored.
 */
export function useChosenWallets(
  wallets: readonly WalletChoice[],
): [chosen: readonly string[], choose: (addresses: string[]) => void] {
  const [params, setParams] = useSearchParams();
  const named = params.get(PARAM) ?? "";
  const chosen = useMemo(() => {
    const own = named.split(",").filter((address) => wallets.some((wallet) => wallet.address === address));
    return own.length === wallets.length ? [] : own;
  }, [named, wallets]);
  const choose = (addresses: string[]) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        if (addresses.length === 0) next.delete(PARAM);
        else next.set(PARAM, addresses.join(","));
        next.delete("p");
        return next;
      },
      { preventScrollReset: true },
    );
  return [chosen, choose];
}
