import { dismissInsight, restoreInsight, type SetInsightRuleRequest, setInsightRule, snoozeInsight } from "@spyhop/sdk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { insightsKey } from "../../queries/insights";
import { invalidate } from "../../queries/keys";
import type { InsightName } from "./types";

/** What a person decides about an insight: a number of days without it, that it is not a problem, or that it is listed again. */
export type InsightDecision = { days: 7 | 30 | 90 } | "dismiss" | "restore";

interface Decision {
  of: InsightName;
  decision: InsightDecision;
}

function send({ of: { rule, subject }, decision }: Decision) {
  if (decision === "dismiss") return dismissInsight({ rule, subject });
  if (decision === "restore") return restoreInsight({ rule, subject });
  return snoozeInsight({ rule, subject, days: decision.days });
}

/** Puts an insight away, or lists it again. One after the other, so that Undo takes effect after the press that it undoes. */
export function useDecide() {
  const client = useQueryClient();
  return useMutation({
    scope: { id: "insights" },
    mutationFn: send,
    onSettled: () => invalidate(client, insightsKey),
  });
}

export type RuleChange = Required<SetInsightRuleRequest>;

/** Changes the thresholds of a rule, and whether it is evaluated. */
export function useChangeRule() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: RuleChange) => setInsightRule(change),
    onSettled: () => invalidate(client, insightsKey),
  });
}
