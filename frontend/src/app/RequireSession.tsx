import { Navigate, Outlet, useLocation } from "react-router";
import { useSession } from "../features/user/session";

/** Pages that need a session; without one the visitor starts at the root and comes back afterwards. */
export function RequireSession() {
  const { token } = useSession();
  const { pathname, search, hash } = useLocation();
  const origin = { from: `${pathname}${search}${hash}` };
  return token ? <Outlet /> : <Navigate to="/" replace state={origin} />;
}
