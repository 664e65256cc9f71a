import { lazy, type ReactNode, Suspense } from "react";
import { useSession } from "../features/user/session";
import { PlainLayout } from "./PlainLayout";

const Shell = lazy(() => import("./Shell"));

/** The frame of a page that is open to everybody: with a session that of the other pages, without one a plain one. */
export function PublicLayout({ children }: { children: ReactNode }) {
  const { token } = useSession();
  if (!token) return <PlainLayout>{children}</PlainLayout>;
  return (
    <Suspense>
      <Shell>{children}</Shell>
    </Suspense>
  );
}
