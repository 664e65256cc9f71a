import { Navigate, Outlet, useLocation } from "react-router";
import { useSession } from "../features/user/session";

/** Renders routes that need a session. Without one it redirects to the root, which returns here afterwards. */
export function RequireSession() {
  const { token } = useSession();
  const { pathname, search, hash } = useLocation();
  const origin = { from: `${pathname}${search}${hash}` };
  return token ? <Outlet /> : <Navigate to="/" replace state={origin} />;
}
