import { createContext, useContext } from "react";
import type { User } from "../features/user/types";

/** Opens the add-wallet dialog, with an address in it or empty. */
export const AddWalletContext = createContext<(address?: string) => void>(() => undefined);

export const useAddWallet = () => useContext(AddWalletContext);

/** Whether the wallet of an Ethereum address is missing in the portfolio; false until the portfolio is known. */
export const isMissing = (user: User | undefined, wallet: string): boolean =>
  user?.user_wallets.every(({ address }) => address.toLowerCase() !== wallet.toLowerCase()) ?? false;
