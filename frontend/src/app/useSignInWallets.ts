import { useChains } from "../features/privacy/queries";
import type { SignInWallet } from "../features/profile/types";
import type { User } from "../features/user/types";

/** The wallets with which a person signs in, named as in their portfolio. */
export function useSignInWallets(user: User | undefined): SignInWallet[] {
  const chains = useChains();
  return (user?.sign_in_wallets ?? []).map(({ address, chain, linked_on }) => {
    const own = user?.user_wallets.find((wallet) => wallet.address === address);
    const network = chains.data?.chains.find(({ id }) => id === chain)?.name;
    return {
      address,
      name: own?.nickname ?? own?.display_address ?? null,
      network: chain && (network ?? chain),
      linked_on,
    };
  });
}
