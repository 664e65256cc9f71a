import { browserZone } from "../../format/zone";
import { Card } from "../../ui/Card";
import { FailureNote } from "../../ui/Note";
import { Skeleton } from "../../ui/Skeleton";
import { useToast } from "../../ui/toasts";
import css from "./portfolioRules.module.css";
import { useChangeSettings, useSettings } from "./queries";
import type { CostRule, Settings } from "./types";

interface ChoiceRowProps {
  name: string;
  /** What the choice means. */
  text: string;
  chosen: string;
  choices: readonly { code: string; name: string }[];
  onChoose: (code: string) => void;
}

/** A setting: its name, what the choice means, and the choices. */
function ChoiceRow({ name, text, chosen, choices, onChoose }: ChoiceRowProps) {
  return (
    <li className={css.row}>
      <label>
        <b>{name}</b>
        <small>{text}</small>
        <select value={chosen} onChange={({ target }) => onChoose(target.value)}>
          {choices.map(({ code, name: label }) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </select>
      </label>
    </li>
  );
}

/** The zones that this browser knows, and the chosen one. */
function zones(chosen: string): { code: string; name: string }[] {
  const known = new Set(["UTC", chosen, ...Intl.supportedValuesOf("timeZone")]);
  return [...known].map((zone) => ({ code: zone, name: zone.replaceAll("_", " ") }));
}

const meaning = ({ choices, choice }: CostRule): string => choices.find(({ code }) => code === choice)?.text ?? "";

function Rows({ settings }: { settings: Settings }) {
  const { mutateAsync } = useChangeSettings();
  const toast = useToast();
  const zone = settings.time_zone ?? browserZone();
  const change = async (text: string, next: Parameters<typeof mutateAsync>[0], before: typeof next) => {
    await mutateAsync(next).then(
      () => toast({ text, undo: () => void mutateAsync(before).catch(() => undefined) }),
      ({ message }: Error) => toast({ text: message, bad: true }),
    );
  };
  return (
    <ul>
      <ChoiceRow
        name="Time zone"
        text="Days, months and years begin there. Prices of a day are those of its UTC day."
        chosen={zone}
        choices={zones(zone)}
        onChoose={(next) => void change(`Days are in ${next}`, { time_zone: next }, { time_zone: zone })}
      />
      {settings.cost_rules.map((rule) => (
        <ChoiceRow
          key={rule.id}
          name={rule.name}
          text={meaning(rule)}
          chosen={rule.choice}
          choices={rule.choices}
          onChoose={(code) =>
            void change(
              `${rule.name} changed. Costs and gains follow.`,
              { cost_rules: { [rule.id]: code } },
              { cost_rules: { [rule.id]: rule.choice } },
            )
          }
        />
      ))}
    </ul>
  );
}

/** The card of the rules by which days and costs are counted. */
export function PortfolioRules() {
  const { data, error, refetch } = useSettings();
  return (
    <Card title="Days and cost rules">
      {error ? <FailureNote title="Couldn't load your rules" failure={error} onRetry={() => void refetch()} /> : null}
      {data ? <Rows settings={data} /> : null}
      {data || error ? null : (
        <div className={css.skeleton} aria-busy="true">
          <Skeleton width={220} height={44} />
        </div>
      )}
    </Card>
  );
}
