import { lazy, type ReactNode, Suspense } from "react";
import { useSession } from "../features/user/session";
import { Plain } from "./Plain";

const Shell = lazy(() => import("./Shell"));

/** The frame of a page that is open to everybody: with a session that of the other pages, without one a plain one. */
export function Framed({ children }: { children: ReactNode }) {
  const { token } = useSession();
  if (!token) return <Plain>{children}</Plain>;
  return (
    <Suspense>
      <Shell>{children}</Shell>
    </Suspense>
  );
}
