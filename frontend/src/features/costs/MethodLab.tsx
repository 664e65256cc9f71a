import { plural } from "../../format/text";
import { date } from "../../format/time";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Change, Money } from "../../ui/Money";
import { SegmentedControl } from "../../ui/SegmentedControl";
import css from "./methodLab.module.css";
import type { CostMethods } from "./types";

/** What a choice changes: a rule and its new code. */
export type RuleChange = { rule: "lot_method" | "lot_scope"; code: string; before: string; name: string };

const SCOPES = [
  { key: "per_account", label: "Per wallet" },
  { key: "all_accounts", label: "Pooled" },
] as const;

type Line = "cost_basis" | "unrealized" | "realized" | "total_gain";

const LINES: readonly { key: Line; label: string }[] = [
  { key: "cost_basis", label: "Cost basis" },
  { key: "unrealized", label: "Unrealized" },
  { key: "realized", label: "Realized" },
  { key: "total_gain", label: "Total gain" },
];

interface MethodLabProps {
  data: CostMethods;
  /** Chooses a rule everywhere; null for visitors. */
  onChoose: ((change: RuleChange) => void) | null;
}

/** What each method makes of the same history. A press uses it everywhere. */
export function MethodLab({ data, onChoose }: MethodLabProps) {
  const { methods, currency_code: currency, disposals, since, scope, figures } = data;
  const inUse = methods.find(({ in_use }) => in_use)?.method ?? "fifo";
  const leftOut = methods[0]?.realized.left_out ?? 0;
  const isPartial = methods.some(({ total_gain }) => total_gain.left_out > 0);
  return (
    <Card
      title={
        <>
          Method lab{" "}
          <span className={css.count}>
            {plural(disposals, "disposal")}
            {since ? ` since ${date(since)}` : ""}
          </span>
        </>
      }
      aside={
        onChoose ? (
          <SegmentedControl
            label="Wallets count"
            options={SCOPES}
            chosen={scope === "per_account" ? "per_account" : "all_accounts"}
            onChoose={(code) => onChoose({ rule: "lot_scope", code, before: scope, name: "Wallets" })}
          />
        ) : null
      }
    >
      <div className={css.frame}>
        <table className={css.table}>
          <thead>
            <tr>
              <td />
              {methods.map(({ method, name, in_use }) => (
                <th key={method} scope="col" data-used={in_use || undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {LINES.map(({ key, label }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                {methods.map((method, place) => {
                  const Shown = key === "cost_basis" ? Money : Change;
                  return (
                    <td key={method.method} data-used={method.in_use || undefined} data-label={method.name}>
                      <Shown
                        amount={method[key].value}
                        currency={currency}
                        figure={figures[`/methods/${place}/${key}/value`]}
                        label={`${method.name}, ${label}`}
                      />
                    </td>
                  );
                })}
              </tr>
            ))}
            <tr className={css.choice}>
              <th scope="row">In use</th>
              {methods.map(({ method, name, text, in_use }) => (
                <td key={method} data-used={in_use || undefined} data-label={name}>
                  {in_use ? (
                    <b>In use</b>
                  ) : onChoose ? (
                    <Button
                      tone="link"
                      small
                      aria-label={`Use ${name} everywhere`}
                      onClick={() => onChoose({ rule: "lot_method", code: method, before: inUse, name: "Method" })}
                    >
                      Use
                    </Button>
                  ) : null}
                  <small>{text}</small>
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
      <p className={css.note}>
        {isPartial
          ? "With every cost and price known, the total would be the same by every method; only when it is realized differs."
          : "The total is the same by every method; only when it is realized differs."}
        {leftOut > 0
          ? ` ${plural(leftOut, "disposal")} without a known cost or price ${leftOut === 1 ? "is" : "are"} left out.`
          : ""}
      </p>
    </Card>
  );
}
