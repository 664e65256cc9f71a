import { useState } from "react";
import { PageHeader } from "../../ui/PageHeader";
import type { Names } from "./DisclosureEntries";
import { Disclosures } from "./Disclosures";
import { maySearch } from "./filter";
import { Pledge, PledgeSkeleton } from "./Pledge";
import { Providers } from "./Providers";
import css from "./privacy.module.css";
import { useChains, useDisclosures, useProfiles, useSourceStates } from "./queries";
import { useDisclosureView } from "./useDisclosureView";

const SUBTITLE =
  "Your browser only talks to this server. To read balances, the server queries data providers. They see an address and " +
  "this server, never who you are. Every request is logged here.";

/** Returns true from the first time that the argument was true. */
function useOnce(isSo: boolean): boolean {
  const [was, setWas] = useState(isSo);
  if (isSo && !was) setWas(true);
  return was || isSo;
}

interface PrivacyProps {
  hasSession: boolean;
  /** Whether the data is invented. */
  isDemo?: boolean;
}

/** The privacy page. Without a session it only lists the providers. */
export function Privacy({ hasSession, isDemo = false }: PrivacyProps) {
  const profiles = useProfiles();
  const chains = useChains();
  const [requested, onView] = useDisclosureView();
  const names: Names = new Map(chains.data?.chains.filter((one) => one.supported).map((one) => [one.id, one.name]));
  // An unknown network in the URL is ignored.
  const view = { ...requested, chain: names.has(requested.chain) ? requested.chain : "" };
  const { search, chain, days, page, size } = view;
  const filter = { search: search.trim(), chain, days };
  const isKnown = requested.chain === "" || chains.isFetched;
  const disclosures = useDisclosures(filter, page, size, hasSession && isKnown && maySearch(filter.search));
  const states = useSourceStates(hasSession);
  // A failed query counts too: its section shows the failure. Once shown, a section stays while others are refetched.
  const isBegun = profiles.isFetched && chains.isFetched;
  // The sections below the log wait for its length and for the states of the sources, so that they do not move.
  const isWhole = useOnce(isBegun && (!hasSession || (disclosures.isFetched && states.isFetched)));
  return (
    <div className={css.page}>
      <PageHeader title="Privacy" subtitle={SUBTITLE} />
      {isBegun ? (
        <>
          <Pledge profiles={profiles} chains={chains} />
          {hasSession ? (
            <Disclosures
              disclosures={disclosures}
              filter={filter}
              chains={chains}
              profiles={profiles.data?.profiles ?? []}
              view={view}
              onView={onView}
              names={names}
              isDemo={isDemo}
            />
          ) : null}
          {isWhole ? <Providers profiles={profiles} states={states} /> : <div aria-busy="true" />}
        </>
      ) : (
        <PledgeSkeleton />
      )}
    </div>
  );
}
