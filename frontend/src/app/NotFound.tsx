import { Link } from "react-router";
import { useSession } from "../features/user/session";
import { EmptyState } from "../ui/Note";
import css from "./boundary.module.css";
import { PublicLayout } from "./PublicLayout";

/** The page for an unknown URL. */
export default function NotFound() {
  const { token } = useSession();
  return (
    <PublicLayout>
      <title>Not found · Spyhop</title>
      <div className={css.page}>
        <EmptyState
          level={1}
          icon="whale"
          title="Page not found"
          actions={
            <Link className={css.link} to={token ? "/home" : "/welcome"}>
              {token ? "Go to Home" : "Go to Welcome"}
            </Link>
          }
        >
          The address may be mistyped, or the page has moved.
        </EmptyState>
      </div>
    </PublicLayout>
  );
}
