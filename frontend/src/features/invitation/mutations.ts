import { updateUser } from "@spyhop/sdk";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { invalidate, userKey } from "../../queries/keys";

/** Returns the function that adds an email address, entered at `from`, to the mailing list of the operator. */
export function useSubscribe(from: "Mobile notice" | "Discount popup"): (email: string) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (email) => {
      await updateUser({ mailing_list: email, signed_up_from: from });
      await invalidate(client, userKey);
    },
    [client, from],
  );
}
