import { Navigate, Outlet, useLocation } from "react-router";
import { useSession } from "../features/user/session";

/** Where a person wanted to go before a session was missing. */
export interface Origin {
  from?: string;
}

/** Pages that need a session; without one the visitor starts at Welcome and comes back afterwards. */
export function Guard() {
  const { token } = useSession();
  const { pathname, search, hash } = useLocation();
  const origin: Origin = { from: `${pathname}${search}${hash}` };
  return token ? <Outlet /> : <Navigate to="/welcome" replace state={origin} />;
}

/** The place a visitor was sent away from; only the product's own paths count. */
export function originOf(state: unknown): string {
  const from = typeof state === "object" && state !== null && "from" in state ? state.from : undefined;
  return typeof from === "string" && /^\/(?![/\\])/.test(from) ? from : "/home";
}
