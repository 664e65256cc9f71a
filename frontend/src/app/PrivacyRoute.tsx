import { lazy, Suspense } from "react";
import { Link } from "react-router";
import { Privacy } from "../features/privacy/Privacy";
import { useSession } from "../features/user/session";
import { Mark } from "../ui/Mark";
import { ThemeButton } from "./ThemeButton";
import css from "./visitor.module.css";

const Shell = lazy(() => import("./Shell"));

/** Who was told what; open to visitors too, who want to know before they paste anything. */
export default function PrivacyRoute() {
  const { token } = useSession();
  const page = (
    <>
      <title>Privacy · Spyhop</title>
      <Privacy hasSession={token !== undefined} />
    </>
  );
  if (token)
    return (
      <Suspense>
        <Shell>{page}</Shell>
      </Suspense>
    );
  return (
    <div className={css.page}>
      <header className={css.top}>
        <Link to="/welcome" className={css.brand}>
          <Mark size={26} />
          Spyhop
        </Link>
        <ThemeButton />
      </header>
      <main className={css.main}>{page}</main>
    </div>
  );
}
