import { Icon } from "../../ui/Icon";
import css from "./banner.module.css";
import type { World } from "./queries";

function explanation({ chosen, reason, live_answers_again }: World): string {
  if (live_answers_again) return "Live sources answer again: start Spyhop with SPYHOP_SOURCES=live to use them.";
  if (chosen === "asked") return "Chosen when Spyhop was started; no network is asked.";
  return reason || "Live sources did not answer.";
}

/** Says on every page that the figures are invented; nothing in a live world. */
export function WorldBanner({ world }: { world: World | undefined }) {
  if (world?.kind !== "demo") return null;
  return (
    <p className={css.banner} role="status">
      <Icon name="info" size={16} />
      <span>
        <b>Demo world: invented figures.</b> {explanation(world)}
      </span>
    </p>
  );
}
