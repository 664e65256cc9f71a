import { useToast } from "../../ui/toasts";
import { useManualPrices } from "./mutations";
import type { ManualPrices } from "./types";

/** Returns a function that restores previous prices. The caller may be unmounted by then, so errors are shown as toasts. */
export function useFormerPrices() {
  const { mutateAsync } = useManualPrices();
  const toast = useToast();
  return (before: ManualPrices) => () =>
    void mutateAsync(before).catch((problem: Error) => toast({ text: problem.message, bad: true }));
}
