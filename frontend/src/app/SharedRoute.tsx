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
import { lazyPreload } from "../ui/lazyPreload";
import { FailureNote } from "../ui/Note";
import { useToast } from "../ui/toasts";
import { BannerPlaceholder } from "./BannerPlaceholder";
import { ExplainContainer } from "./ExplainContainer";
import { redirectInShare, redirectTarget } from "./redirect";
import { PlainLayout } from "./PlainLayout";
import css from "./visitor.module.css";

const BrokenLink = lazyPreload(() => import("./BrokenLink"), "BrokenLink");

/** A secret in the address: it leaves the address, and Welcome says why. */
function SecretInAddress({ reason }: { reason: string }) {
  const navigate = useNavigate();
  const toast = useToast();
  useEffect(() => {
    toast({ text: reason, bad: true });
    void navigate("/welcome", { replace: true });
  }, [navigate, reason, toast]);
  return null;
}

/** Goes where the address's hash points, once that is drawn. */
function useHash(): () => void {
  const { hash } = useLocation();
  return useCallback(() => document.getElementById(hash.slice(1))?.scrollIntoView(), [hash]);
}

/** An explanation belongs to its look: with another look the page is without one. */
function useFreshParams(viewer: string): boolean {
  const [params, setParams] = useSearchParams();
  const [first, setFirst] = useState<string>();
  const stale = first !== viewer && params.has("explain");
  useEffect(() => {
    setFirst(viewer);
    if (!stale) return;
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        next.delete("explain");
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [viewer, stale, setParams]);
  return !stale;
}

interface LookProps {
  id: string;
  viewer: string;
  renew: () => void;
}

/** What is shown under the token of a look. */
function Look({ id, viewer, renew }: LookProps) {
  const place = useLocation();
  const onShown = useHash();
  const isFresh = useFreshParams(viewer);
  const onward = redirectInShare(`/home/${id}`, place);
  if (onward) return <Navigate to={onward} replace />;
  const shown = <VisitorHome viewer={viewer} onOver={renew} onShown={onShown} />;
  return isFresh ? <ExplainContainer viewer={viewer}>{shown}</ExplainContainer> : shown;
}

/** Whose figures these are, as far as a visitor is told. */
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

/** The step a visitor may take: their own pages, with or without a session. */
function OwnPagesLink() {
  const { token } = useSession();
  return (
    <Link className={css.onward} to={token ? "/home" : "/welcome"}>
      {token ? "Your Home" : "Track your own wallets"}
    </Link>
  );
}

function Shared({ id }: { id: string }) {
  const { look, problem, gone, isSecret, isLink, renew } = useShareSession(id);
  if (gone && isSecret) return <SecretInAddress reason={gone} />;
  if (gone)
    return (
      <Suspense>
        <BrokenLink reason={gone} />
      </Suspense>
    );
  const failed = problem && !look;
  return (
    <PlainLayout
      wide
      actions={
        <>
          <OwnPagesLink />
          <CurrencyChoice />
        </>
      }
    >
      <title>{`${isLink ? "Shared portfolio" : "Public address"} · Spyhop`}</title>
      {look ? <WorldBanner world={look.world} /> : <BannerPlaceholder />}
      <Notice id={id} isLink={isLink} />
      {look ? <Look id={id} viewer={look.token} renew={renew} /> : null}
      {!look && !failed ? <HomeSkeleton /> : null}
      {failed ? (
        <Card title="Net worth">
          <FailureNote level={1} title="Couldn't open this portfolio" failure={problem} onRetry={renew} />
        </Card>
      ) : null}
    </PlainLayout>
  );
}

/** A portfolio behind a share link, or a public address: a visitor's page of its own. */
export default function SharedRoute() {
  const { id = "" } = useParams();
  const secret = secretIn(id);
  return secret ? <SecretInAddress reason={secretWarning(secret)} /> : <Shared key={id} id={id} />;
}
