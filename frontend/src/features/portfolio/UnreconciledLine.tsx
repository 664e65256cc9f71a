import { Link } from "react-router";
import { count, plural } from "../../format/text";
import { Icon } from "../../ui/Icon";
import css from "../../ui/statusLine.module.css";
import type { Coverage } from "./types";

/** How many accounts of a total have a history that does not explain their balance, in words; empty if none has. */
export function unreconciledWords({ differing, incomplete }: Coverage["unreconciled"]): string[] {
  return [
    differing > 0
      ? `${plural(differing, "account doesn't", "accounts don't")} add up to ${differing === 1 ? "its" : "their"} balance`
      : "",
    incomplete > 0 ? `${differing > 0 ? count(incomplete) : plural(incomplete, "account")} incomplete` : "",
  ].filter(Boolean);
}

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
