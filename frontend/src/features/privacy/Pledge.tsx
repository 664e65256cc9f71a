import { Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { FailureNote } from "../../ui/Note";
import { Skeleton } from "../../ui/Skeleton";
import { NoNetworks } from "./NoNetworks";
import css from "./privacy.module.css";
import type { Chains, Profiles } from "./queries";
import { unavailableFeatures } from "./unavailable";

const TITLE = "Our privacy promise";

/** The skeleton of the pledge. */
export const PledgeSkeleton = () => (
  <Card title={TITLE}>
    <div className={css.skeletons} aria-busy="true">
      <Skeleton width="100%" height={40} />
    </div>
  </Card>
);

interface PledgeProps {
  profiles: Profiles;
  chains: Chains;
}

/** The privacy pledge, and what works without other providers. */
export function Pledge({ profiles: { data, error, refetch }, chains }: PledgeProps) {
  if (!data && !error) return <PledgeSkeleton />;
  if (!data)
    return (
      <Card title={TITLE}>
        <FailureNote title="Couldn't load the privacy promise" failure={error} onRetry={() => void refetch()} />
      </Card>
    );
  if (!data.own_nodes_only)
    return (
      <Card title={TITLE}>
        <p className={css.note}>
          Providers see an address, never a person: no name, no account, no cookie, and never several of your addresses
          in one request. A provider can still link addresses that this server requests at nearly the same time or over
          the same connection. To share nothing, run your own nodes and set <code>SPYHOP_PRIVACY=strict</code>: then
          only nodes marked as your own are used, and this page lists what won't work without the others.
        </p>
      </Card>
    );
  const gone = unavailableFeatures(data.profiles, chains.data?.chains ?? []);
  return (
    <Card title="Only your own nodes are used">
      <p className={css.note}>Your privacy is protected. No third party will know which wallet addresses you added.</p>
      <NoNetworks chains={chains} />
      {gone.length > 0 ? (
        <ul className={css.stops} aria-label="What won't work without others">
          {gone.map((one) => (
            <li key={one.what}>
              <Icon name="info" size={15} />
              <span>
                <b>{one.what}</b> {one.text}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </Card>
  );
}
