import { ProblemError } from "@spyhop/sdk";
import { useEffect } from "react";
import { discountEmail, keepDiscountEmail, removeDiscountEmail } from "../features/invitation/discountEmail";
import { useToast } from "../ui/toasts";

const isRefused = (thrown: unknown): boolean => thrown instanceof ProblemError && thrown.code === "invalid_input";

/** Adds the email address entered on Welcome to the mailing list, once. If that fails, the next page tries again. */
export function useDiscountList(subscribe: (email: string) => Promise<void>): void {
  const toast = useToast();
  useEffect(() => {
    const email = discountEmail();
    if (email === null) return;
    // It is removed first, so that two pages do not add it twice.
    removeDiscountEmail();
    subscribe(email).then(
      () => toast({ text: "Email added to our mailing list" }),
      (thrown) => {
        if (!isRefused(thrown)) keepDiscountEmail(email);
        toast({ text: "Email not added to our mailing list", bad: true });
      },
    );
  }, [subscribe, toast]);
}
