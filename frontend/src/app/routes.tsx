import { lazy } from "react";
import { Navigate, Route, Routes, useLocation } from "react-router";
import { useSession } from "../features/user/session";
import { loaderOf } from "./loadPage";
import { CONNECT_PAGES, LINK_PATHS, pages } from "./pages";
import { RequireSession } from "./RequireSession";
import { redirectTarget } from "./redirect";

const Welcome = lazy(() => import("./WelcomeRoute"));
const Shell = lazy(() => import("./Shell"));
const Wallet = lazy(() => import("./WalletRoute"));
const Shared = lazy(() => import("./SharedRoute"));
const LinkPage = lazy(() => import("./LinkPages"));
const ConnectPage = lazy(() => import("./ConnectRoute"));
const NotFound = lazy(() => import("./NotFound"));

/** The routes of these pages. */
const routesOf = (isOpen: boolean) =>
  pages
    .filter((page) => (page.isOpen ?? false) === isOpen)
    .flatMap((page) => {
      const Page = lazy(loaderOf(page));
      const { path, below } = page;
      const all = below ? [path, path + below] : [path];
      return all.map((one) => <Route key={one} path={one} element={<Page />} />);
    });

const sessionRoutes = routesOf(false);
const openRoutes = routesOf(true);

/** Redirects to another path with the same query, hash and state. */
function Forward({ to }: { to: string }) {
  const place = useLocation();
  return <Navigate to={{ ...place, pathname: to }} state={place.state} replace />;
}

/** The root redirects to the requested page with a session, and to Welcome without one. */
function Start() {
  const { token } = useSession();
  const place = useLocation();
  return token ? <Navigate to={redirectTarget(place)} replace /> : <Forward to="/welcome" />;
}

/** Every route of the page. The server serves the page under the same paths. */
export const AppRoutes = () => (
  <Routes>
    <Route index element={<Start />} />
    <Route path="/welcome" element={<Welcome />} />
    <Route element={<RequireSession />}>
      <Route element={<Shell />}>
        {sessionRoutes}
        <Route path="/wallets/:address" element={<Wallet />} />
      </Route>
    </Route>
    <Route path="/home/:id" element={<Shared />} />
    {openRoutes}
    {LINK_PATHS.map((page) => (
      <Route key={page} path={page} element={<LinkPage page={page} />} />
    ))}
    {CONNECT_PAGES.map((name) => (
      <Route key={name} path={`/connect/${name}`} element={<ConnectPage exchange={name} />} />
    ))}
    <Route path="*" element={<NotFound />} />
  </Routes>
);
