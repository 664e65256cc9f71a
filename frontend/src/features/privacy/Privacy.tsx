import { useState } from "react";
import { PageHeader } from "../../ui/PageHeader";
import { Disclosures, type Names } from "./Disclosures";
import { isSent } from "./filter";
import { Pledge, PledgeBones } from "./Pledge";
import { Providers } from "./Providers";
import css from "./privacy.module.css";
import { useChains, useDisclosures, useProfiles, useSourceStates } from "./queries";
import { useLedgerView } from "./useLedgerView";

const SUBTITLE =
  "Your browser only talks to this server. To read balances, the server queries data providers. They see an address and " +
  "this server, never who you are. Every request is logged here.";

/** Whether it was so at any time. */
function useOnce(isSo: boolean): boolean {
  const [was, setWas] = useState(isSo);
  if (isSo && !was) setWas(true);
  return was || isSo;
}

/** The privacy page; without a session it can only say who may be asked. */
export function Privacy({ hasSession }: { hasSession: boolean }) {
  const profiles = useProfiles();
  const chains = useChains();
  const [asked, onView] = useLedgerView();
  const names: Names = new Map(chains.data?.chains.filter((one) => one.supported).map((one) => [one.id, one.name]));
  // A network that nobody reads, as an address of the page can name it, narrows nothing.
  const view = { ...asked, chain: names.has(asked.chain) ? asked.chain : "" };
  const { search, chain, days, page, size } = view;
  const meant = { search: search.trim(), chain, days };
  const isKnown = asked.chain === "" || chains.isFetched;
  const ledger = useDisclosures(meant, page, size, hasSession && isKnown && isSent(meant.search));
  const states = useSourceStates(hasSession);
  // What failed is there too, and says so. Once there, a section stays while others are asked again.
  const isBegun = profiles.isFetched && chains.isFetched;
  // What stands below the ledger waits for its length, and for how the providers are.
  const isWhole = useOnce(isBegun && (!hasSession || (ledger.isFetched && states.isFetched)));
  return (
    <div className={css.page}>
      <PageHeader title="Privacy" subtitle={SUBTITLE} />
      {isBegun ? (
        <>
          <Pledge profiles={profiles} chains={chains} />
          {hasSession ? (
            <Disclosures
              ledger={ledger}
              meant={meant}
              chains={chains}
              profiles={profiles.data?.profiles ?? []}
              view={view}
              onView={onView}
              names={names}
            />
          ) : null}
          {isWhole ? <Providers profiles={profiles} states={states} /> : <div aria-busy="true" />}
        </>
      ) : (
        <PledgeBones />
      )}
    </div>
  );
}
