import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { Outlet, useLocation } from "react-router";
import { useMissingSummary } from "../features/health/queries";
import { useLiveProgress, useSyncStatus } from "../features/sync/queries";
import { SyncLine } from "../features/sync/SyncLine";
import { UnreachableNotice } from "../features/sync/UnreachableNotice";
import { useMe } from "../features/user/queries";
import { useSession } from "../features/user/session";
import { usePersonZone } from "../features/user/usePersonZone";
import { useZone } from "../format/zone";
import { lazyPart } from "../ui/lazyPart";
import { AddWalletContext } from "./addWallet";
import { BannerPlaceholder } from "./BannerPlaceholder";
import { ErrorBoundary } from "./ErrorBoundary";
import { ExplainContainer } from "./ExplainContainer";
import { usePaletteKey } from "./FindButton";
import { Footer } from "./Footer";
import { loadAddWallet, loadOnIntent } from "./loadPage";
import { PersonAction } from "./PersonAction";
import { Sidebar, TabBar } from "./Sidebar";
import { SkipLink } from "./SkipLink";
import css from "./shell.module.css";
import { sourceCounts } from "./sourceCounts";
import { ThemeAction } from "./ThemeAction";
import { leftOutAction } from "./TokenDecimalsContainer";
import { TopBar } from "./TopBar";
import { useIsComplete } from "./useIsComplete";
import { WorldContainer } from "./WorldContainer";

const AddWalletContainer = lazy(loadAddWallet);
const ShellPrompts = lazyPart(() => import("./ShellPrompts"), "ShellPrompts");
const Palette = lazyPart(() => import("./PaletteContainer"), "PaletteContainer");

/** Moves the focus to the start of the page after each navigation. */
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

/** The layout of every page behind Welcome. */
export default function Shell({ children }: { children?: ReactNode }) {
  const { token } = useSession();
  const { pathname } = useLocation();
  const { data: me } = useMe(token !== undefined);
  const { data: status } = useSyncStatus(token !== undefined);
  usePersonZone(me?.user);
  const zone = useZone();
  const world = status?.world ?? me?.world;
  // While sources are being read, every figure is incomplete anyway.
  const isQuiet = status !== undefined && status.running === 0 && status.waiting === 0;
  const missing = useMissingSummary(token !== undefined && isQuiet);
  const [adding, setAdding] = useState<{ address?: string } | null>(null);
  const [finding, setFinding] = useState(false);
  const main = useFocusOnPage(pathname);
  const isComplete = useIsComplete(main, pathname);
  const onFind = useCallback(() => setFinding(true), []);
  usePaletteKey(onFind);
  useLiveProgress(token);
  useEffect(loadOnIntent, []);
  const onAdd = (address?: string) => setAdding(address ? { address } : {});
  return (
    <AddWalletContext value={onAdd}>
      <div className={css.shell}>
        <SkipLink />
        <Sidebar
          counts={{ ...sourceCounts(me?.user), "/health": missing.count || undefined }}
          locked={me?.current_plan.defi_enabled === false ? "/decentralized-finance" : undefined}
          foot={
            <>
              <SyncLine status={status} missing={missing.words} />
              <PersonAction />
            </>
          }
        />
        <TopBar isAnonymous={me?.user.anonymous === true} onAdd={onAdd} onFind={onFind} />
        <main id="main" ref={main} tabIndex={-1} className={css.main} data-complete={isComplete || undefined}>
          <UnreachableNotice />
          {world ? <WorldContainer world={world} /> : <BannerPlaceholder />}
          <ErrorBoundary resetKey={pathname}>
            <ExplainContainer leftOutAction={leftOutAction}>
              <Suspense fallback={<div aria-busy="true" />}>{children ?? <Outlet key={zone} />}</Suspense>
            </ExplainContainer>
          </ErrorBoundary>
          {me ? (
            <Suspense>
              <ShellPrompts canInvite={me.user.anonymous && me.user.user_wallets.length > 0} />
            </Suspense>
          ) : null}
        </main>
        <Footer
          actions={
            <>
              <a href="#feedback" aria-haspopup="dialog">
                Feedback
              </a>
              <PersonAction />
              <div className={css.themeSmall}>
                <ThemeAction />
              </div>
            </>
          }
        />
        <TabBar attention={missing.count} onFind={onFind} />
      </div>
      {adding ? (
        <Suspense>
          <AddWalletContainer {...adding} onClose={() => setAdding(null)} />
        </Suspense>
      ) : null}
      {finding ? (
        <Suspense>
          <Palette onClose={() => setFinding(false)} />
        </Suspense>
      ) : null}
    </AddWalletContext>
  );
}
