import { Link } from "react-router";
import { useSession } from "../features/user/session";
import { Empty } from "../ui/Note";
import css from "./boundary.module.css";
import { Plain } from "./Plain";

/** A link that shows nothing: what is known of it, and what most likely happened. */
export function Gone({ reason }: { reason: string }) {
  const { token } = useSession();
  return (
    <Plain>
      <title>This link shows nothing · Spyhop</title>
      <div className={css.page}>
        <Empty
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
        </Empty>
        <ul className={css.reasons} aria-label="Likely reasons">
          <li>
            <b>It may be incomplete or mistyped.</b> Copy the whole link again.
          </li>
          <li>
            <b>Its owner may have turned it off or renewed it.</b> Ask for a new link.
          </li>
        </ul>
      </div>
    </Plain>
  );
}
