import { Link } from "react-router";
import { useSession } from "../features/user/session";
import { EmptyState } from "../ui/Note";
import css from "./boundary.module.css";
import { PlainLayout } from "./PlainLayout";

/** The page for a link that does not work, with the likely reason and what to do. */
export function BrokenLink({ reason }: { reason: string }) {
  const { token } = useSession();
  return (
    <PlainLayout>
      <title>This link doesn't work · Spyhop</title>
      <div className={css.page}>
        <EmptyState
          level={1}
          icon="whale"
          title="This link doesn't work"
          actions={
            <Link className={css.link} to={token ? "/home" : "/welcome"}>
              {token ? "Go to Home" : "Track your own wallets"}
            </Link>
          }
        >
          {reason}
        </EmptyState>
      </div>
    </PlainLayout>
  );
}
