import type { IconName } from "../../ui/Icon";
import type { UploadRowStatus } from "./sheet";

/** The label, icon and tone of a status; never only a color. */
export const words: Record<
  UploadRowStatus,
  { label: string; icon: IconName; tone: "good" | "warn" | "bad" | "plain" }
> = {
  add: { label: "Will be added", icon: "check", tone: "good" },
  over_limit: { label: "Over your plan's limit", icon: "alert", tone: "warn" },
  invalid: { label: "Needs attention", icon: "alert", tone: "bad" },
  secret: { label: "Refused", icon: "shield", tone: "bad" },
  not_supported: { label: "Not supported yet", icon: "info", tone: "plain" },
  duplicate: { label: "Duplicate", icon: "copy", tone: "plain" },
  already_yours: { label: "Already yours", icon: "wallet", tone: "plain" },
  excluded: { label: "Not included", icon: "hide", tone: "plain" },
};
