import type { User } from "../features/user/types";

/** What a registered person is called on the page: the email, else the name; null for an anonymous person. */
export function accountName(user: User | undefined): string | null {
  if (!user || user.anonymous) return null;
  const name = [user.first_name, user.last_name].filter(Boolean).join(" ");
  return user.email ?? (name || "Your account");
}
