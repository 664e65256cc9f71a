import type { User } from "../features/user/types";
import { shortAddress } from "../format/text";

/** What a registered person is called on the page: the email, else the name or the sign-in wallet; null for an anonymous person. */
export function accountName(user: User | undefined): string | null {
  if (!user || user.anonymous) return null;
  const name = [user.first_name, user.last_name].filter(Boolean).join(" ");
  const wallet = user.sign_in_wallets[0]?.address;
  return user.email ?? (name || (wallet ? shortAddress(wallet) : "Your account"));
}
