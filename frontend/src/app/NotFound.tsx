import { Link, Navigate, useLocation } from "react-router";
import { useSession } from "../features/user/session";
import { EmptyState } from "../ui/Note";
import { NoticeRedirect } from "../ui/NoticeRedirect";
import css from "./boundary.module.css";
import { PublicLayout } from "./PublicLayout";
import { sharedQuery, unbuiltPage } from "./unbuiltPage";

/** The page for an unknown URL. A page that is not built yet opens the one that stands for it, after Welcome if there is no session. */
export default function NotFound() {
  const { token } = useSession();
  const { pathname, search, hash } = useLocation();
  const instead = unbuiltPage(pathname);
  if (instead && token)
    return (
      <NoticeRedirect to={{ pathname: instead.path, search: sharedQuery(search), hash }} notice={instead.notice} />
    );
  if (instead) return <Navigate to="/" replace state={{ from: `${pathname}${search}${hash}` }} />;
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
