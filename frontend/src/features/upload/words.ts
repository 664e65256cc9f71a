import type { IconName } from "../../ui/Icon";
import type { Verdict } from "./sheet";

/** How a verdict is told, and how it looks: never by its colour alone. */
export const words: Record<Verdict, { label: string; icon: IconName; tone: "good" | "warn" | "bad" | "plain" }> = {
  add: { label: "Will be added", icon: "check", tone: "good" },
  over_limit: { label: "Over your plan's limit", icon: "alert", tone: "warn" },
  invalid: { label: "Needs attention", icon: "alert", tone: "bad" },
  secret: { label: "Refused", icon: "shield", tone: "bad" },
  not_supported: { label: "Not supported yet", icon: "info", tone: "plain" },
  duplicate: { label: "Duplicate", icon: "copy", tone: "plain" },
  already_yours: { label: "Already yours", icon: "wallet", tone: "plain" },
  excluded: { label: "Not included", icon: "hide", tone: "plain" },
};
