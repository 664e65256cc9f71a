import { Dialog } from "../../ui/Dialog";
import { ThresholdRule } from "./ThresholdRule";
import css from "./thresholds.module.css";
import type { Insights } from "./types";
import { TABS } from "./view";

interface ThresholdsDialogProps {
  insights: Insights;
  onClose: () => void;
}

/** Every rule with its thresholds and a switch, by type. */
export function ThresholdsDialog({ insights: { rules }, onClose }: ThresholdsDialogProps) {
  return (
    <Dialog
      title="Thresholds"
      subtitle="What is worth an insight to you. Money is in dollars."
      shape="wide"
      onClose={onClose}
    >
      <div className={css.body}>
        {TABS.filter(({ type }) => type !== null).map(({ key, label, type }) => (
          <section key={key} aria-label={label}>
            <h3>{label}</h3>
            {rules
              .filter(({ insight_type }) => insight_type === type)
              .map((rule) => (
                <ThresholdRule key={rule.id} rule={rule} />
              ))}
          </section>
        ))}
      </div>
    </Dialog>
  );
}
