export type { ExplainNode, Explanation } from "@spyhop/sdk";
