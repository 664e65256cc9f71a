import { useToast } from "../../ui/toasts";
import { useOwnPrices } from "./mutations";
import type { OwnPrices } from "./types";

/** Returns a function that restores previous prices. The caller may be unmounted by then, so errors are shown as toasts. */
export function useFormerPrices() {
  const { mutateAsync } = useOwnPrices();
  const toast = useToast();
  return (before: OwnPrices) => () =>
    void mutateAsync(before).catch((problem: Error) => toast({ text: problem.message, bad: true }));
}
