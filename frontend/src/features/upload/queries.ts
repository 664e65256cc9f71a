import { addUpload, type Detection, detectChain, ProblemError, readUpload, type WantedRow } from "@spyhop/sdk";
import { useMutation, useQueryClient } from "@tanstack/react-query";

export type { AddUploadData, Detection, ReadUploadData, UploadRoom, UploadRow, WantedRow } from "@spyhop/sdk";

/** What the server makes of a file's text. */
export const useReadUpload = () => useMutation({ mutationFn: (content: string) => readUpload({ content }) });

/** Adds rows, all in one. The same rows again change nothing, so it is safe to press twice. */
export function useAddUpload() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (rows: WantedRow[]) => addUpload({ rows }),
    onSuccess: () =>
      Promise.all(["user", "portfolio", "sync"].map((name) => client.invalidateQueries({ queryKey: [name] }))),
  });
}

/** What addresses or names are; names are looked up. */
export async function detectAll(texts: string[], signal: AbortSignal): Promise<readonly Detection[]> {
  return (await detectChain({ wallet_addresses: texts }, { signal })).results;
}

/** The sentence of a failed call: for a file, what the server says about it. */
export function messageOf(problem: unknown): string {
  if (!(problem instanceof Error)) return "Something Went Wrong";
  const fields: unknown = problem instanceof ProblemError && problem.data ? Reflect.get(problem.data, "fields") : null;
  const content: unknown = fields ? Reflect.get(Object(fields), "content") : null;
  return typeof content === "string" ? content : problem.message;
}
