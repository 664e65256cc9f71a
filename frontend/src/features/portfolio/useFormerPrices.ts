import { useToast } from "../../ui/toasts";
import { useOwnPrices } from "./mutations";
import type { OwnPrices } from "./types";

/** The way back to the prices of before. It is taken when what offered it may be gone: a failure is told all the same. */
export function useFormerPrices() {
  const { mutateAsync } = useOwnPrices();
  const toast = useToast();
  return (before: OwnPrices) => () =>
    void mutateAsync(before).catch((problem: Error) => toast({ text: problem.message, bad: true }));
}
