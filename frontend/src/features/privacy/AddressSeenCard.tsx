import { Link } from "react-router";
import { plural } from "../../format/text";
import { Card } from "../../ui/Card";
import css from "./addressSeenCard.module.css";
import { EVERYTHING } from "./filter";
import { useDisclosures } from "./queries";
import { seenBy } from "./seenBy";

/** The span of the card. */
const DAYS = 30;
/** The most entries that a page of the log has. */
const ENTRIES = 200;

/** Which data providers saw an address lately. It is left out when none did. */
export function AddressSeenCard({ address }: { address: string }) {
  const { data } = useDisclosures({ ...EVERYTHING, search: address, days: DAYS }, 0, ENTRIES, true);
  if (!data || data.total_count === 0) return null;
  const { providers, isPartial } = seenBy(data.disclosures, data.total_count);
  const who = `${isPartial ? "At least " : ""}${plural(providers, "data provider")}`;
  return (
    <Card title="Who saw this address">
      <p className={css.words}>
        {who} saw it in the last {DAYS} days. {providers === 1 ? "It did not learn" : "None of them learned"} who you
        are. <Link to="/privacy">Request log</Link>
      </p>
    </Card>
  );
}
