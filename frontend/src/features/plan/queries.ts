import { getAllPlans, ProblemError } from "@spyhop/sdk";
import { useQuery } from "@tanstack/react-query";

export type { Plan } from "@spyhop/sdk";

/** A limit of the plan that was met. */
export interface Limit {
  message: string;
  limit: number | null;
  used: number | null;
  /** Which upgrade text belongs to it. */
  trigger: string;
}

const numberIn = (data: object, key: string): number | null => {
  const value: unknown = Reflect.get(data, key);
  return typeof value === "number" ? value : null;
};

/** The limit that a refusal speaks of; null for any other failure. */
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

/** Every plan there is here, the smallest first. */
export const usePlans = () =>
  useQuery({
    queryKey: ["plans"],
    queryFn: ({ signal }) => getAllPlans({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
