import { getPortfolioByAddress, getPortfolioByLink, ProblemError } from "@spyhop/sdk";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { ShareSession } from "./types";

/** The call is anonymous: the session of this browser is not sent, even if there is one. */
const ANONYMOUS = { credentials: "omit" } as const;

/** A share session is renewed before it expires. The bounds hold however wrong the clock of this browser is. */
const RENEW_BEFORE_MS = 120_000;
const RENEW_EARLIEST_MS = 300_000;
const RENEW_LATEST_MS = 3_300_000;
/** The pause after a renewal that failed. */
const RETRY_MS = 30_000;

const NOTHING = "It was renewed or turned off, or it has a typo. Ask for a new link or copy the whole link again.";
const PIECE = "It may be incomplete. Ask for it again or copy the whole link.";

/** Whether an id has at least the length of an address; a shorter one is an incomplete link. */
const isLong = (id: string): boolean => /^0x|^.{25}/i.test(id);

/** Whether an id is the slug of a share link; anything else is treated as an address. */
const isSlug = (id: string): boolean => /^[0-9A-Za-z]{22}$/.test(id);

const openShareSession = (id: string, signal: AbortSignal): Promise<ShareSession> =>
  isSlug(id)
    ? getPortfolioByLink({ token: id }, { ...ANONYMOUS, signal })
    : getPortfolioByAddress({ wallet_address: id }, { ...ANONYMOUS, signal });

const untilRenewal = ({ expires_on }: ShareSession): number =>
  Math.min(RENEW_LATEST_MS, Math.max(RENEW_EARLIEST_MS, new Date(expires_on).getTime() - Date.now() - RENEW_BEFORE_MS));

/** Why the link will never work; null if it works or that is not known yet. */
function brokenReason(problem: Error | null, id: string): string | null {
  if (!(problem instanceof ProblemError)) return null;
  if (problem.status === 404) return NOTHING;
  if (problem.code === "secret") return problem.message;
  if (problem.status !== 400) return null;
  return isLong(id) || id.includes(".") ? problem.message : PIECE;
}

/** The query of the share session of a link or an address. */
export const shareSessionOptions = (id: string) =>
  queryOptions({
    queryKey: ["share-session", id],
    queryFn: ({ signal }) => openShareSession(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => state.data !== undefined && (state.error ? RETRY_MS : untilRenewal(state.data)),
  });

/** The share session of a link or an address. Its token is kept in memory only and renewed while the page is open. */
export function useShareSession(id: string) {
  const { data, error, refetch } = useQuery(shareSessionOptions(id));
  const renew = useCallback(() => void refetch(), [refetch]);
  // The page refused to send the id, so it must not stay in the URL either.
  const isSecret = error instanceof ProblemError && error.code === "secret";
  return { session: data, problem: error, broken: brokenReason(error, id), isSecret, isLink: isSlug(id), renew };
}
