import { getBalance } from "@spyhop/sdk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { invalidate, portfolioKey, syncKey } from "./keys";

/** The chain or the wallet to read; both empty for everything. */
interface ReadingTarget {
  chain?: string | null;
  wallet_address?: string | null;
}

/** Reads everything again, or only one chain or wallet. The figures change as the sources answer. */
export function useReadAgain() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (target: ReadingTarget | undefined) =>
      getBalance({
        ...(target?.chain ? { chain: target.chain } : {}),
        ...(target?.wallet_address ? { wallet_address: target.wallet_address } : {}),
        update_balance: true,
      }),
    onSuccess: () => invalidate(client, portfolioKey, syncKey),
  });
}
