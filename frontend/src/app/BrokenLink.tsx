import { Link } from "react-router";
import { useSession } from "../features/user/session";
import { EmptyState } from "../ui/Note";
import css from "./boundary.module.css";
import { PlainLayout } from "./PlainLayout";

/** The page for a link that does not work, with the likely reasons. */
export function BrokenLink({ reason }: { reason: string }) {
  const { token } = useSession();
  return (
    <PlainLayout>
      <title>This link shows nothing · Spyhop</title>
      <div className={css.page}>
        <EmptyState
          level={1}
          icon="whale"
          title="This link shows nothing"
          actions={
            <Link className={css.link} to={token ? "/home" : "/welcome"}>
              {token ? "Go to Home" : "Track your own wallets"}
            </Link>
          }
        >
          {reason}
        </EmptyState>
        <ul className={css.reasons} aria-label="Likely reasons">
          <li>
            <b>It may be incomplete or mistyped.</b> Copy the whole link again.
          </li>
          <li>
            <b>Its owner may have turned it off or renewed it.</b> Ask for a new link.
          </li>
        </ul>
      </div>
    </PlainLayout>
  );
}
