import { Navigate, Outlet, useLocation } from "react-router";
import { useSession } from "../features/user/session";

/** Renders routes that need a session. Without one it redirects to the root, which returns here afterwards. */
export function RequireSession() {
  const { token, hasLeft } = useSession();
  const { pathname, search, hash } = useLocation();
  // The page of a person who left is not opened for the next person of this browser.
  const origin = hasLeft ? null : { from: `${pathname}${search}${hash}` };
  return token ? <Outlet /> : <Navigate to="/" replace state={origin} />;
}
