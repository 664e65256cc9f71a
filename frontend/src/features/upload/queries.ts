import { addUpload, detectChain, ProblemError, readUpload } from "@spyhop/sdk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { invalidate, portfolioKey, syncKey, userKey } from "../../queries/keys";
import type { Detection, WantedRow } from "./types";

/** Parses the text of a file into rows. */
export const useReadUpload = () => useMutation({ mutationFn: (content: string) => readUpload({ content }) });

/** Adds all rows in one call. Adding the same rows again changes nothing, so a repeated press is safe. */
export function useAddUpload() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (rows: WantedRow[]) => addUpload({ rows }),
    onSuccess: () => invalidate(client, userKey, portfolioKey, syncKey),
  });
}

/** Detects the chains of addresses; names are resolved first. */
export async function detectAll(texts: string[], signal: AbortSignal): Promise<readonly Detection[]> {
  return (await detectChain({ wallet_addresses: texts }, { signal })).results;
}

/** The sentence to show for a failed call; for a file, the server's message about its content. */
export function messageOf(problem: unknown): string {
  if (!(problem instanceof Error)) return "Something Went Wrong";
  const fields: unknown = problem instanceof ProblemError && problem.data ? Reflect.get(problem.data, "fields") : null;
  const content: unknown = fields ? Reflect.get(Object(fields), "content") : null;
  return typeof content === "string" ? content : problem.message;
}
