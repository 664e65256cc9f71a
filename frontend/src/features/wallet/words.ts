import { shortAddress } from "../../format/text";
import type { UserWallet } from "./types";

/** The display name of a wallet. */
export const nameOf = (wallet: UserWallet): string =>
  wallet.nickname || wallet.display_address || wallet.extended_key?.short || shortAddress(wallet.address);

/** Converts `Paper wallet` to `Paper Wallet`; a name with capitals of its own, such as imToken, stays as it is. */
export const titleCase = (name: string): string =>
  name.replace(/\p{L}[\p{L}\p{N}]*/gu, (word) =>
    /\p{Lu}/u.test(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
  );
