import { setLabel } from "@spyhop/sdk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { historyKey, invalidate, portfolioKey } from "../../queries/keys";

/** An address, and what the person calls it. */
export interface ContractLabel {
  chain: string;
  address: string;
  /** Null removes the label. */
  label: string | null;
}

/** Sets what the person calls the contracts of a service, one after the other. Some of them may have changed even if it fails. */
export function useSetLabels() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (labels: readonly ContractLabel[]) => {
      for (const label of labels) await setLabel(label);
    },
    onSettled: () => invalidate(client, historyKey, portfolioKey),
  });
}
