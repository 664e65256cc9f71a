import { rotateLink } from "@spyhop/sdk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { userKey } from "../../queries/keys";

/** Turns the share link on (`true`) or off (`false`), or replaces it (`undefined`). */
export function useRotateLink() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (enabled: boolean | undefined) => rotateLink(enabled === undefined ? {} : { enabled }),
    onSuccess: () => client.invalidateQueries({ queryKey: userKey }),
  });
}
