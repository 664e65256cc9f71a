import { Suspense, useCallback, useEffect, useState } from "react";
import { Link, Navigate, useLocation, useNavigate, useParams, useSearchParams } from "react-router";
import { CurrencyChoice } from "../features/currency/CurrencyChoice";
import { HomeSkeleton } from "../features/portfolio/HomeSkeleton";
import { VisitorHome } from "../features/portfolio/VisitorHome";
import { useShareSession } from "../features/share/queries";
import { useMe } from "../features/user/queries";
import { useSession } from "../features/user/session";
import { WorldBanner } from "../features/world/WorldBanner";
import { secretIn, secretWarning } from "../format/secret";
import { shortAddress } from "../format/text";
import { Card } from "../ui/Card";
import { Icon } from "../ui/Icon";
import { lazyPart } from "../ui/lazyPart";
import { FailureNote } from "../ui/Note";
import { useToast } from "../ui/toasts";
import { BannerPlaceholder } from "./BannerPlaceholder";
import { ExplainContainer } from "./ExplainContainer";
import { HideAmounts } from "./HideAmounts";
import { homeCards } from "./homeCards";
import { PlainLayout } from "./PlainLayout";
import { redirectTarget } from "./redirect";
import { queryOfShared, redirectInShare, type SharedPage, sharedPage } from "./shareRedirect";
import css from "./visitor.module.css";

const VisitorIntelligence = lazyPart(() => import("./VisitorIntelligence"), "VisitorIntelligence");
const VisitorHistory = lazyPart(() => import("./VisitorHistory"), "VisitorHistory");
const VisitorAssetValue = lazyPart(() => import("./VisitorAssetValue"), "VisitorAssetValue");
const VisitorInsights = lazyPart(() => import("./VisitorInsights"), "VisitorInsights");
const VisitorCosts = lazyPart(() => import("./VisitorCosts"), "VisitorCosts");
const VisitorCounterparties = lazyPart(() => import("./VisitorCounterparties"), "VisitorCounterparties");
const VisitorDefi = lazyPart(() => import("./VisitorDefi"), "VisitorDefi");
const BrokenLink = lazyPart(() => import("./BrokenLink"), "BrokenLink");

const paths = {
  value: `?${queryOfShared("asset-value")}`,
  history: `?${queryOfShared("transaction-history")}`,
  entry: (id: string) => `?${queryOfShared("transaction-history")}&entry=${encodeURIComponent(id)}`,
  costs: `?${queryOfShared("costs")}`,
  flows: `?${queryOfShared("intelligence")}#netflow`,
  counterparties: `?${queryOfShared("counterparties")}`,
  defi: `?${queryOfShared("defi")}`,
  insights: `?${queryOfShared("insights")}`,
};

/** Removes a secret from the URL by leaving for Welcome, with a toast that says why. */
function SecretInAddress({ reason }: { reason: string }) {
  const navigate = useNavigate();
  const toast = useToast();
  useEffect(() => {
    toast({ text: reason, bad: true });
    void navigate("/welcome", { replace: true });
  }, [navigate, reason, toast]);
  return null;
}

/** Returns a function that scrolls to the element that the hash of the URL names. */
function useScrollToHash(): () => void {
  const { hash } = useLocation();
  return useCallback(() => document.getElementById(hash.slice(1))?.scrollIntoView(), [hash]);
}

/** Removes `explain` from the URL when the share session changes: a figure id is valid in one session only. */
function useExplainOfSession(visitorToken: string): boolean {
  const [params, setParams] = useSearchParams();
  const [first, setFirst] = useState<string>();
  const stale = first !== visitorToken && params.has("explain");
  useEffect(() => {
    setFirst(visitorToken);
    if (!stale) return;
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        next.delete("explain");
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [visitorToken, stale, setParams]);
  return !stale;
}

/** The pages of a shared portfolio. A public address has only the first: nothing is kept of its history. */
function Pages({ id, page }: { id: string; page: SharedPage | null }) {
  const current = (own: SharedPage | null) => (own === page ? { "aria-current": "page" as const } : {});
  return (
    <nav className={css.pages} aria-label="Pages of this portfolio">
      <Link to={`/home/${id}`} {...current(null)}>
        Home
      </Link>
      <Link to={`/home/${id}?${queryOfShared("defi")}`} {...current("defi")}>
        DeFi
      </Link>
      <Link to={`/home/${id}?${queryOfShared("intelligence")}`} {...current("intelligence")}>
        Intelligence
      </Link>
      <Link to={`/home/${id}?${queryOfShared("transaction-history")}`} {...current("transaction-history")}>
        Transaction history
      </Link>
      <Link to={`/home/${id}?${queryOfShared("asset-value")}`} {...current("asset-value")}>
        Asset value
      </Link>
      <Link to={`/home/${id}?${queryOfShared("insights")}`} {...current("insights")}>
        Insights
      </Link>
      <Link to={`/home/${id}?${queryOfShared("costs")}`} {...current("costs")}>
        Costs
      </Link>
      <Link to={`/home/${id}?${queryOfShared("counterparties")}`} {...current("counterparties")}>
        Counterparties
      </Link>
    </nav>
  );
}

interface SharedPortfolioProps {
  id: string;
  isLink: boolean;
  visitorToken: string;
  renew: () => void;
}

/** The portfolio of a share session, or a redirect within it. */
function SharedPortfolio({ id, isLink, visitorToken, renew }: SharedPortfolioProps) {
  const place = useLocation();
  const page = isLink ? sharedPage(place.search) : null;
  const onShown = useScrollToHash();
  const isFresh = useExplainOfSession(visitorToken);
  const target = redirectInShare(`/home/${id}`, place);
  if (target) return <Navigate to={target} replace />;
  const pages = {
    defi: () => <VisitorDefi visitorToken={visitorToken} />,
    intelligence: () => <VisitorIntelligence visitorToken={visitorToken} />,
    "transaction-history": () => <VisitorHistory visitorToken={visitorToken} onOver={renew} />,
    "asset-value": () => <VisitorAssetValue visitorToken={visitorToken} />,
    insights: () => <VisitorInsights visitorToken={visitorToken} />,
    costs: () => <VisitorCosts visitorToken={visitorToken} />,
    counterparties: () => <VisitorCounterparties visitorToken={visitorToken} />,
  };
  const shown = page ? (
    <Suspense fallback={<div aria-busy="true" />}>{pages[page]()}</Suspense>
  ) : (
    <VisitorHome
      visitorToken={visitorToken}
      cardsOf={isLink ? (...about) => homeCards(paths, visitorToken, ...about) : undefined}
      onOver={renew}
      onShown={onShown}
    />
  );
  return (
    <>
      {isLink ? <Pages id={id} page={page} /> : null}
      {isFresh ? <ExplainContainer visitorToken={visitorToken}>{shown}</ExplainContainer> : shown}
    </>
  );
}

/** Says whose portfolio this is, and what it leaves out. */
function Notice({ id, isLink }: { id: string; isLink: boolean }) {
  const { token } = useSession();
  const { data: me } = useMe(token !== undefined);
  const place = useLocation();
  const isOwn = me?.user.link === id;
  return (
    <div className={css.notice} role="status">
      <Icon name="eye" size={16} />
      {isOwn ? (
        <span>
          <b>Your link as visitors see it.</b> Nicknames, custom prices and xpub wallets are left out. Hidden assets are
          counted.
        </span>
      ) : null}
      {!isOwn && isLink ? (
        <span>
          <b>Shared portfolio (view only).</b> Nicknames, custom prices and xpub wallets are left out, so totals may
          differ from the owner's.
        </span>
      ) : null}
      {!isOwn && !isLink ? (
        <span>
          <b title={id}>Public address {id.includes(".") ? id : shortAddress(id)} (view only).</b> Everything here is
          public on-chain data.
        </span>
      ) : null}
      {isOwn ? <Link to={redirectTarget(place)}>Go to your Home</Link> : null}
    </div>
  );
}

/** The link to the visitor's own Home, or to Welcome without a session. */
function OwnPagesLink() {
  const { token } = useSession();
  return (
    <Link className={css.onward} to={token ? "/home" : "/welcome"}>
      {token ? "Your Home" : "Track your own wallets"}
    </Link>
  );
}

function Shared({ id }: { id: string }) {
  const { session, problem, broken, isSecret, isLink, renew } = useShareSession(id);
  if (broken && isSecret) return <SecretInAddress reason={broken} />;
  if (broken)
    return (
      <Suspense>
        <BrokenLink reason={broken} />
      </Suspense>
    );
  const failed = problem && !session;
  return (
    <PlainLayout
      wide
      actions={
        <>
          <OwnPagesLink />
          <HideAmounts />
          <CurrencyChoice />
        </>
      }
    >
      <title>{`${isLink ? "Shared portfolio" : "Public address"} · Spyhop`}</title>
      {session ? <WorldBanner world={session.world} /> : <BannerPlaceholder />}
      <Notice id={id} isLink={isLink} />
      {session ? <SharedPortfolio id={id} isLink={isLink} visitorToken={session.token} renew={renew} /> : null}
      {!session && !failed ? <HomeSkeleton hasValue={isLink} /> : null}
      {failed ? (
        <Card title="Net worth">
          <FailureNote level={1} title="Couldn't open this portfolio" failure={problem} onRetry={renew} />
        </Card>
      ) : null}
    </PlainLayout>
  );
}

/** The page of a share link or a public address. */
export default function SharedRoute() {
  const { id = "" } = useParams();
  const secret = secretIn(id);
  return secret ? <SecretInAddress reason={secretWarning(secret)} /> : <Shared key={id} id={id} />;
}
