import { getAllPlans, ProblemError } from "@spyhop/sdk";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Limit } from "./types";

const numberIn = (data: object, key: string): number | null => {
  const value: unknown = Reflect.get(data, key);
  return typeof value === "number" ? value : null;
};

/** The plan limit that a refused call reached; null for any other failure. */
export function limitIn(problem: unknown): Limit | null {
  if (!(problem instanceof ProblemError) || problem.status !== 402) return null;
  const data = typeof problem.data === "object" && problem.data !== null ? problem.data : {};
  return {
    message: problem.message,
    limit: numberIn(data, "limit"),
    used: numberIn(data, "used"),
    trigger: String(Reflect.get(data, "upgrade_trigger") ?? ""),
  };
}

const plansOptions = queryOptions({
  queryKey: ["plans"],
  queryFn: ({ signal }) => getAllPlans({}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Every plan of this server, smallest first. */
export const usePlans = () => useQuery(plansOptions);
