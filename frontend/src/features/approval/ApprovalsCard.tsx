import { Link } from "react-router";
import { plainText, plural } from "../../format/text";
import { Card } from "../../ui/Card";
import css from "./approvalsCard.module.css";
import { useApprovals } from "./queries";
import { Risk } from "./SpenderCard";
import { nameOf, ofAddress } from "./view";

/** The rows of the card. */
const FIRST = 3;

interface ApprovalsCardProps {
  address: string;
  /** The path of the page with all approvals. */
  path: string;
}

/** Who may move the tokens of one address. It is left out while no one may. */
export function ApprovalsCard({ address, path }: ApprovalsCardProps) {
  const { data } = useApprovals();
  const found = data ? ofAddress(data, address) : [];
  if (!data || found.length === 0) return null;
  return (
    <Card
      title="Approvals"
      aside={
        <Link className={css.all} to={path}>
          {found.length > FIRST ? `All ${found.length}` : "See approvals"}
        </Link>
      }
    >
      <ul className={css.rows}>
        {found.slice(0, FIRST).map(({ row, spender, place }) => (
          <li key={place}>
            <span>
              <b>{nameOf(spender)}</b>
              <small>
                {plainText(row.symbol)} on {spender.chain_name}
                {row.limit === "unlimited" ? ", no limit" : ""}
              </small>
            </span>
            <span className={css.value}>
              <Risk row={row} approvals={data} place={place} />
            </span>
          </li>
        ))}
      </ul>
      <p className={css.words}>{plural(found.length, "approval is", "approvals are")} in force.</p>
    </Card>
  );
}
