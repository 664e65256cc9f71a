import { Card } from "../../ui/Card";
import { PageHeader } from "../../ui/PageHeader";
import { Bone } from "../../ui/Skeleton";
import { Disclosures } from "./Disclosures";
import { EVERYTHING, FIRST_SIZE } from "./filter";
import { Pledge } from "./Pledge";
import { Providers } from "./Providers";
import css from "./privacy.module.css";
import { useChains, useDisclosures, useProfiles, useStates } from "./queries";

const SUBTITLE =
  "Your browser talks to this server alone. The server asks providers about addresses; they see an address and this " +
  "server, never who you are. Every time one is told something, it is written down here.";

/** The privacy page; without a session it can only say who may be asked. */
export function Privacy({ hasSession }: { hasSession: boolean }) {
  const profiles = useProfiles();
  const chains = useChains();
  // What stands below the ledger waits for its length, and for how the providers are.
  const ledger = useDisclosures(EVERYTHING, 0, FIRST_SIZE, hasSession);
  const states = useStates(hasSession);
  const isBegun = !profiles.isPending && !chains.isPending;
  const isWhole = !hasSession || (!ledger.isPending && !states.isPending);
  return (
    <div className={css.page}>
      <PageHeader title="Privacy" subtitle={SUBTITLE} />
      {isBegun ? (
        <>
          <Pledge />
          {hasSession ? <Disclosures /> : null}
          {isWhole ? <Providers hasSession={hasSession} /> : <div aria-busy="true" />}
        </>
      ) : (
        <Card title="What this server promises">
          <div className={css.bones} aria-busy="true">
            <Bone width="100%" height={40} />
          </div>
        </Card>
      )}
    </div>
  );
}
