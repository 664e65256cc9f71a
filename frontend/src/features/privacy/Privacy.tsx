import { Card } from "../../ui/Card";
import { PageHeader } from "../../ui/PageHeader";
import { Bone } from "../../ui/Skeleton";
import { Disclosures, type Names } from "./Disclosures";
import { Pledge } from "./Pledge";
import { Providers } from "./Providers";
import css from "./privacy.module.css";
import { useChains, useDisclosures, useProfiles, useStates } from "./queries";
import { useLedgerView } from "./useLedgerView";

const SUBTITLE =
  "Your browser talks to this server alone. The server asks providers about addresses; they see an address and this " +
  "server, never who you are. Every time one is told something, it is written down here.";

/** The privacy page; without a session it can only say who may be asked. */
export function Privacy({ hasSession }: { hasSession: boolean }) {
  const profiles = useProfiles();
  const chains = useChains();
  const [asked, onView] = useLedgerView();
  const names: Names = new Map(chains.data?.chains.filter((one) => one.supported).map((one) => [one.id, one.name]));
  // A network that nobody reads, as an address of the page can name it, narrows nothing.
  const view = { ...asked, chain: names.has(asked.chain) ? asked.chain : "" };
  const { search, chain, days, page, size } = view;
  const isKnown = asked.chain === "" || !chains.isPending;
  // What stands below the ledger waits for its length, and for how the providers are.
  const ledger = useDisclosures({ search: search.trim(), chain, days }, page, size, hasSession && isKnown);
  const states = useStates(hasSession);
  const isBegun = !profiles.isPending && !chains.isPending;
  const isWhole = !hasSession || (!ledger.isPending && !states.isPending);
  return (
    <div className={css.page}>
      <PageHeader title="Privacy" subtitle={SUBTITLE} />
      {isBegun ? (
        <>
          <Pledge />
          {hasSession ? <Disclosures view={view} onView={onView} names={names} /> : null}
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
