import { Dialog } from "../../ui/Dialog";
import { Icon } from "../../ui/Icon";
import type { Limit, Plan } from "./queries";
import css from "./upgrade.module.css";

const amount = (n: number): string => (n < 0 ? "unlimited" : String(n));

/** What the person's plan allows. */
function PlanCard({ plan }: { plan: Plan }) {
  return (
    <section className={css.plan} aria-label={plan.name}>
      <h3>
        {plan.name}
        <span>Current tier</span>
      </h3>
      <dl>
        <dt>Wallet addresses</dt>
        <dd>{amount(plan.wallet_address_limit)}</dd>
        <dt>Pods</dt>
        <dd>{amount(plan.whale_pod_limit)}</dd>
        <dt>Addresses in a pod</dt>
        <dd>{amount(plan.whale_pod_address_limit)}</dd>
        <dt>Uploads</dt>
        <dd>{amount(plan.upload_csv)}</dd>
      </dl>
    </section>
  );
}

interface UpgradeDialogProps {
  limit: Limit;
  plan: Plan | undefined;
  onClose: () => void;
}

/** Opens wherever a limit is met: which one it is, and what the plan allows. */
export function UpgradeDialog({ limit, plan, onClose }: UpgradeDialogProps) {
  return (
    <Dialog title="Do more with Spyhop" subtitle="Upgrade your plan" onClose={onClose}>
      <div className={css.body} data-upgrade-trigger={limit.trigger}>
        <p className={css.met}>
          <Icon name="info" size={16} />
          <span>
            {limit.message}
            {limit.limit !== null && limit.used !== null ? `. ${limit.used} of ${limit.limit} are in use.` : null}
          </span>
        </p>
        {plan ? <PlanCard plan={plan} /> : null}
        <p className={css.note}>
          Delete a wallet to make room. On your own server, SPYHOP_PLANS=off lifts every limit.
        </p>
      </div>
    </Dialog>
  );
}
