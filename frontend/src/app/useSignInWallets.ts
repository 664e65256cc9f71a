import { useChains } from "../features/privacy/queries";
import type { SignInWallet } from "../features/profile/types";
import type { User } from "../features/user/types";

/** Stands for the networks on which the key of a wallet is valid: they all have its addresses. */
const ETHEREUM = "eip155:1";

/** The wallets with which a person signs in, named as in their portfolio. */
export function useSignInWallets(user: User | undefined): SignInWallet[] {
  const chains = useChains();
  return (user?.sign_in_wallets ?? []).map(({ address, chain, linked_on }) => {
    const own = user?.user_wallets.find((wallet) => wallet.address === address);
    const network = chains.data?.chains.find(({ id }) => id === (chain ?? ETHEREUM));
    return {
      address,
      name: own?.nickname ?? own?.display_address ?? null,
      network: chain && (network?.name ?? chain),
      mark: network?.mark ?? null,
      linked_on,
    };
  });
}
