const KEY = "spyhop.discount-email";

/** The email address entered on Welcome, until there is a user whose mailing list entry it becomes; null if there is none. */
export function discountEmail(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Keeps the email address in this browser. Throws if storage is disabled. */
export const keepDiscountEmail = (email: string): void => localStorage.setItem(KEY, email);

/** Removes the email address from this browser. */
export const removeDiscountEmail = (): void => localStorage.removeItem(KEY);
