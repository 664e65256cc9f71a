import { lazy, type ReactNode, Suspense } from "react";
import { Link } from "react-router";
import { useSession } from "../features/user/session";
import { Mark } from "../ui/Mark";
import { ThemeButton } from "./ThemeButton";
import css from "./visitor.module.css";

const Shell = lazy(() => import("./Shell"));

/** The frame of a page that is open to everybody: with a session that of the other pages, without one a plain head. */
export function Framed({ children }: { children: ReactNode }) {
  const { token } = useSession();
  if (token)
    return (
      <Suspense>
        <Shell>{children}</Shell>
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
      <main className={css.main}>{children}</main>
    </div>
  );
}
