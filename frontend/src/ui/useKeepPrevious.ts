import { useRef } from "react";

/** What was asked for, as far as it is there. */
interface Asked<T> {
  data: T | undefined;
  error: Error | null;
  /** Nothing came of it yet, or not since it failed. */
  isPending: boolean;
  /** It was answered or failed before. */
  isFetched: boolean;
}

/** What was there stays: an answer until there is the next one, and a failure while the same is asked for again. */
export function useKeepPrevious<T>({ data, error, isPending, isFetched }: Asked<T>): Pick<Asked<T>, "data" | "error"> {
  const last = useRef<{ data: T | undefined; error: Error | null }>({ data, error });
  if (data !== undefined) last.current.data = data;
  if (error) last.current.error = error;
  const isAskedAgain = isPending && isFetched;
  return { data: last.current.data, error: isAskedAgain ? last.current.error : error };
}
