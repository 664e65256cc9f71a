import { updateUser } from "@spyhop/sdk";
import { useQueryClient } from "@tanstack/react-query";
import { invalidate, userKey } from "../../queries/keys";

/** Returns the function that adds an email address to the mailing list of the operator. */
export function useSubscribe(): (email: string) => Promise<void> {
  const client = useQueryClient();
  return async (email) => {
    await updateUser({ mailing_list: email, signed_up_from: "Mobile notice" });
    await invalidate(client, userKey);
  };
}
