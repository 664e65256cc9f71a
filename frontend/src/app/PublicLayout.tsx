import { lazy, type ReactNode, Suspense } from "react";
import { useSession } from "../features/user/session";
import { PlainLayout } from "./PlainLayout";

const Shell = lazy(() => import("./Shell"));

/** The layout of a public page: the app shell with a session, the plain layout without one. */
export function PublicLayout({ children }: { children: ReactNode }) {
  const { token } = useSession();
  if (!token) return <PlainLayout>{children}</PlainLayout>;
  return (
    <Suspense>
      <Shell>{children}</Shell>
    </Suspense>
  );
}
