export type { Plan } from "@spyhop/sdk";

/** A limit of the plan that was reached. */
export interface Limit {
  message: string;
  limit: number | null;
  used: number | null;
  /** The id of the upgrade text that belongs to the limit. */
  trigger: string;
}
