import { lazy } from "react";
import { Navigate, Route, Routes, useLocation } from "react-router";
import { useSession } from "../features/user/session";
import { pages } from "./preloadPages";
import { RequireSession } from "./RequireSession";
import { redirectTarget } from "./redirect";

const Welcome = lazy(() => import("./WelcomeRoute"));
const Shell = lazy(() => import("./Shell"));
const Home = lazy(pages.home);
const Shared = lazy(() => import("./SharedRoute"));
const History = lazy(pages.history);
const Wallets = lazy(pages.wallets);
const Health = lazy(pages.health);
const Privacy = lazy(pages.privacy);
const Profile = lazy(pages.profile);
const LinkPage = lazy(() => import("./LinkPages"));
const NotFound = lazy(() => import("./NotFound"));

/** The pages that emails and other sites link to; their paths are their names. */
const linkPages = [
  "verify-email",
  "app-feature",
  "landing-page-whale",
  "landing-page-peace-of-mind",
  "landing-page-intelligence",
] as const;

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
        <Route path="/home" element={<Home />} />
        <Route path="/intelligence" element={<Forward to="/intelligence/transaction-history" />} />
        <Route path="/intelligence/transaction-history" element={<History />} />
        <Route path="/wallets" element={<Wallets />} />
        <Route path="/health" element={<Health />} />
        <Route path="/profile" element={<Profile />} />
      </Route>
    </Route>
    <Route path="/home/:id" element={<Shared />} />
    <Route path="/privacy" element={<Privacy />} />
    {linkPages.map((page) => (
      <Route key={page} path={page} element={<LinkPage page={page} />} />
    ))}
    <Route path="*" element={<NotFound />} />
  </Routes>
);
