import type { Section } from "./sections";

/** Feedback about a section with a rating from 1 to 5, or about everything. */
export type Feedback =
  | { page: Section; rating: number; feedback: string }
  | { feedback_type: "positive" | "negative"; feedback: string };
