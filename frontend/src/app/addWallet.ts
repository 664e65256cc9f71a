import { createContext, useContext } from "react";

/** Opens the add-wallet dialog, with an address in it or empty. */
export const AddWalletContext = createContext<(address?: string) => void>(() => undefined);

export const useAddWallet = () => useContext(AddWalletContext);
