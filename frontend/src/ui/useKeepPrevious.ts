import { useRef } from "react";

/** The part of a query result that is kept. */
interface QueryState<T> {
  data: T | undefined;
  error: Error | null;
  /** Whether there is no data yet. */
  isPending: boolean;
  /** Whether the query has succeeded or failed before. */
  isFetched: boolean;
}

/** Keeps the previous data until the next has loaded, and the previous error while the same query is retried. */
export function useKeepPrevious<T>({
  data,
  error,
  isPending,
  isFetched,
}: QueryState<T>): Pick<QueryState<T>, "data" | "error"> {
  const last = useRef<{ data: T | undefined; error: Error | null }>({ data, error });
  if (data !== undefined) last.current.data = data;
  if (error) last.current.error = error;
  const isRetrying = isPending && isFetched;
  return { data: last.current.data, error: isRetrying ? last.current.error : error };
}
