import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Outlet, useLocation } from "react-router";
import { useMissingSummary } from "../features/health/queries";
import { useLiveProgress, useSyncStatus } from "../features/sync/queries";
import { ServerAway } from "../features/sync/ServerAway";
import { SyncLine } from "../features/sync/SyncLine";
import { Leave } from "../features/user/Leave";
import { useMe } from "../features/user/queries";
import { useSession } from "../features/user/session";
import { leftOutStep } from "./AssumedStepGate";
import { AddWalletContext } from "./addWallet";
import { BannerPlace } from "./BannerPlace";
import { ErrorBoundary } from "./ErrorBoundary";
import { ExplainGate } from "./ExplainGate";
import { Footer } from "./Footer";
import { loadPages, pages } from "./pages";
import { ShareStep } from "./ShareGate";
import { Sidebar, TabBar } from "./Sidebar";
import css from "./shell.module.css";
import { TopBar } from "./TopBar";
import { WorldGate } from "./WorldGate";

const AddWalletGate = lazy(pages.addWallet);

/** What can be done from every page: at the foot of the side bar, and of the page where there is none. */
const steps = (
  <>
    <ShareStep />
    <Leave />
  </>
);

/** After a change of page the keyboard stands at its beginning. */
function useFocusOnPage(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the reason to move the focus
  useEffect(() => {
    if (!first.current) main.current?.focus({ preventScroll: false });
    first.current = false;
  }, [pathname]);
  return main;
}

/** The frame of every page behind Welcome. */
export default function Shell({ children }: { children?: ReactNode }) {
  const { token } = useSession();
  const { pathname } = useLocation();
  const { data: me } = useMe(token !== undefined);
  const { data: status } = useSyncStatus(token !== undefined);
  const world = status?.world ?? me?.world;
  // While sources are read, every figure is incomplete anyway.
  const isQuiet = status !== undefined && status.running === 0 && status.waiting === 0;
  const missing = useMissingSummary(token !== undefined && isQuiet);
  const [adding, setAdding] = useState<{ address?: string } | null>(null);
  const main = useFocusOnPage(pathname);
  useLiveProgress(token);
  useEffect(loadPages, []);
  const onAdd = (address?: string) => setAdding(address ? { address } : {});
  return (
    <AddWalletContext value={onAdd}>
      <div className={css.shell}>
        <a className={css.skip} href="#main">
          Skip to content
        </a>
        <Sidebar
          counts={{ "/wallets": me?.user.user_wallets.length, "/health": missing.count || undefined }}
          foot={
            <>
              <SyncLine status={status} missing={missing.words} />
              {steps}
            </>
          }
        />
        <TopBar onAdd={onAdd} />
        <main id="main" ref={main} tabIndex={-1} className={css.main}>
          <ServerAway />
          {world ? <WorldGate world={world} /> : <BannerPlace />}
          <ErrorBoundary resetKey={pathname}>
            <ExplainGate leftOutStep={leftOutStep}>
              <Suspense fallback={<div aria-busy="true" />}>{children ?? <Outlet />}</Suspense>
            </ExplainGate>
          </ErrorBoundary>
        </main>
        <Footer steps={steps} />
        <TabBar />
      </div>
      {adding ? (
        <Suspense>
          <AddWalletGate {...adding} onClose={() => setAdding(null)} />
        </Suspense>
      ) : null}
    </AddWalletContext>
  );
}
