import { Dialog } from "../../ui/Dialog";
import { Icon } from "../../ui/Icon";
import { FailureNote } from "../../ui/Note";
import { Skeleton } from "../../ui/Skeleton";
import { usePlans } from "./queries";
import type { Limit, Plan } from "./types";
import css from "./upgrade.module.css";

/** The trigger of the wallet limit. Only this limit can be met by removing something; used uploads cannot be undone. */
const WALLETS = "1";

const amount = (n: number): string => (n < 0 ? "Unlimited" : String(n));

/**
 * The lines of a plan; `trigger` is the limit that a line describes. What plans allow of pages that are not built yet (pods and
 * notifications) is not listed: a line comes with its page.
 */
const features: readonly { label: string; trigger: string; of: (plan: Plan) => string }[] = [
  { label: "Wallet addresses", trigger: WALLETS, of: (plan) => amount(plan.wallet_address_limit) },
  { label: "Export addresses", trigger: "7", of: (plan) => amount(plan.export_address_limit) },
  { label: "Upload addresses", trigger: "8", of: (plan) => amount(plan.upload_csv) },
  { label: "DeFi", trigger: "6", of: (plan) => (plan.defi_enabled ? "Yes" : "No") },
  { label: "Insights", trigger: "9", of: (plan) => (plan.insight ? "Unlimited" : "2") },
];

interface PlanCardProps {
  plan: Plan;
  isCurrent: boolean;
  trigger: string;
}

/** A plan, with the reached limit highlighted. */
const PlanCard = ({ plan, isCurrent, trigger }: PlanCardProps) => (
  <section className={css.plan} aria-label={plan.name} data-current={isCurrent || undefined}>
    <h3>
      {plan.name}
      {isCurrent ? <span>Current tier</span> : null}
    </h3>
    <dl>
      {features.map(({ label, trigger: about, of }) => (
        <div key={label} data-met={about === trigger || undefined}>
          <dt>{label}</dt>
          <dd>{of(plan)}</dd>
        </div>
      ))}
    </dl>
  </section>
);

function Plans({ current, trigger }: { current: string | undefined; trigger: string }) {
  const { data, error, refetch } = usePlans();
  if (error && !data) return <FailureNote title="Couldn't load plans" failure={error} onRetry={() => void refetch()} />;
  return (
    <div className={css.plans} aria-busy={!data}>
      {data
        ? data.plans.map((plan) => (
            <PlanCard key={plan.id} plan={plan} isCurrent={plan.id === current} trigger={trigger} />
          ))
        : [0, 1, 2].map((i) => <Skeleton key={i} width="100%" height={128} />)}
    </div>
  );
}

/** The usage of a limit, counting what was refused. */
function usage({ limit, used }: Limit): string {
  if (limit === null || !used) return "";
  return used > limit
    ? `. Adding this would make ${used}.`
    : `. ${used} of ${limit} ${used === 1 ? "is" : "are"} in use.`;
}

interface UpgradeDialogProps {
  limit: Limit;
  plan: Plan | undefined;
  onClose: () => void;
}

/** The dialog for a reached limit: which one it is, and what each plan allows. */
export function UpgradeDialog({ limit, plan, onClose }: UpgradeDialogProps) {
  return (
    <Dialog title="Do more with Spyhop" subtitle="Upgrade your plan" shape="wide" onClose={onClose}>
      <div className={css.body} data-upgrade-trigger={limit.trigger}>
        <p className={css.met}>
          <Icon name="info" size={16} />
          <span>
            {limit.message}
            {usage(limit)}
          </span>
        </p>
        <Plans current={plan?.id} trigger={limit.trigger} />
        <p className={css.note}>
          Upgrades aren't available yet.{" "}
          {limit.trigger === WALLETS
            ? "Remove a wallet to make room, or set SPYHOP_PLANS=off on your own server to remove limits."
            : "Set SPYHOP_PLANS=off on your own server to remove limits."}
        </p>
      </div>
    </Dialog>
  );
}
