import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { useCreateUser } from "../features/user/mutations";
import { useSession } from "../features/user/session";
import { Spinner } from "../ui/Button";
import { FailureNote } from "../ui/Note";
import { NoticeRedirect } from "../ui/NoticeRedirect";
import { featureOf } from "./appFeature";
import css from "./loader.module.css";
import { REDIRECT } from "./redirect";

/** Redirects a link of another site to its feature. A person without a session gets one without wallets first. */
export function AppFeatureRoute() {
  const [params] = useSearchParams();
  const { token } = useSession();
  const { mutate, error } = useCreateUser();
  const isRequested = useRef(false);
  const create = () => mutate({ addresses: [], nicknames: {} });
  useEffect(() => {
    // Effects run twice in development.
    if (token || isRequested.current) return;
    isRequested.current = true;
    mutate({ addresses: [], nicknames: {} });
  }, [token, mutate]);
  if (token) {
    const { path, notice } = featureOf(params.get(REDIRECT));
    return <NoticeRedirect to={path} notice={notice} />;
  }
  return (
    <main className={css.loader} aria-busy={!error}>
      <title>Spyhop</title>
      {error ? (
        <FailureNote level={1} title="Couldn't open Spyhop" failure={error} onRetry={create} />
      ) : (
        <>
          <Spinner />
          <h1 className="vh">Opening Spyhop</h1>
        </>
      )}
    </main>
  );
}
