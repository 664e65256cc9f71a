import { PageHeader } from "../../ui/PageHeader";
import { Disclosures } from "./Disclosures";
import { Providers } from "./Providers";
import css from "./privacy.module.css";
import { useDisclosures } from "./queries";

const SUBTITLE =
  "Your browser talks to this server alone. The server asks providers about addresses; they see an address and this " +
  "server, never who you are. Every time one is told something, it is written down here.";

/** The privacy page; without a session it can only say who may be asked. */
export function Privacy({ hasSession }: { hasSession: boolean }) {
  // What stands below the ledger waits for its length.
  const { isPending } = useDisclosures("", 0, hasSession);
  return (
    <div className={css.page}>
      <PageHeader title="Privacy" subtitle={SUBTITLE} />
      {hasSession ? <Disclosures /> : null}
      {hasSession && isPending ? null : <Providers />}
    </div>
  );
}
