import { Link } from "react-router";
import { Icon } from "../../ui/Icon";
import css from "../../ui/statusLine.module.css";
import type { Coverage } from "./types";
import { unreconciledWords } from "./unreconciledWords";

/**
 * Says which part of a total stands on accounts whose history does not explain their balance, with a link to Data health. The
 * total itself counts balances, so it is not called wrong.
 */
export function UnreconciledLine({ coverage }: { coverage: Coverage }) {
  const [first, second] = unreconciledWords(coverage.unreconciled);
  if (!first) return null;
  return (
    <Link to="/health" className={css.line} data-state={coverage.unreconciled.differing > 0 ? "warn" : "busy"}>
      <i aria-hidden="true" />
      <span>
        <b>Transaction history:</b> {first}
        {second ? `, ${second}` : ""}. Your total is not affected.
      </span>
      <Icon name="right" size={14} />
    </Link>
  );
}
