import { getPortfolioByAddress, getPortfolioByLink, ProblemError, rotateLink, type SharedLook } from "@spyhop/sdk";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

/** Nobody asks: no session goes along, even where this browser has one. */
const AS_NOBODY = { credentials: "omit" } as const;

/** A look is renewed a little before its hour is over, however wrong this browser's clock is. */
const BEFORE_MS = 120_000;
const SOONEST_MS = 300_000;
const LATEST_MS = 3_300_000;
/** After a renewal that failed. */
const AGAIN_MS = 30_000;

const NOTHING = "This link doesn't work. It was renewed or turned off, or it has a typo.";
const PIECE = "This link doesn't work. It may be incomplete. Ask for it again or copy the whole link.";

/** As long as an address at least; what is shorter is a piece of something. */
const isLong = (id: string): boolean => /^0x|^.{25}/i.test(id);

/** The last part of a share link; anything else is taken for an address. */
const isSlug = (id: string): boolean => /^[0-9A-Za-z]{22}$/.test(id);

const open = (id: string, signal: AbortSignal): Promise<SharedLook> =>
  isSlug(id)
    ? getPortfolioByLink({ token: id }, { ...AS_NOBODY, signal })
    : getPortfolioByAddress({ wallet_address: id }, { ...AS_NOBODY, signal });

const untilRenewal = ({ expires_on }: SharedLook): number =>
  Math.min(LATEST_MS, Math.max(SOONEST_MS, new Date(expires_on).getTime() - Date.now() - BEFORE_MS));

/** Why there is nothing to look at and never will be; null while that is not known. */
function goneWords(problem: Error | null, id: string): string | null {
  if (!(problem instanceof ProblemError)) return null;
  if (problem.status === 404) return NOTHING;
  if (problem.code === "secret") return problem.message;
  if (problem.status !== 400) return null;
  return isLong(id) || id.includes(".") ? `This link doesn't work. ${problem.message}` : PIECE;
}

/** A look at a share or at an address. Its token is kept in memory alone and renewed while the page is open. */
export function useShareSession(id: string) {
  const { data, error, refetch } = useQuery({
    queryKey: ["look", id],
    queryFn: ({ signal }) => open(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => state.data !== undefined && (state.error ? AGAIN_MS : untilRenewal(state.data)),
  });
  const renew = useCallback(() => void refetch(), [refetch]);
  // The page refused to send it: it must not stay in the page's address.
  const isSecret = error instanceof ProblemError && error.code === "secret";
  return { look: data, problem: error, gone: goneWords(error, id), isSecret, isLink: isSlug(id), renew };
}

/** Turns the person's link on (`true`) or off (`false`), or puts another one in its place. */
export function useRotate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (enabled: boolean | undefined) => rotateLink(enabled === undefined ? {} : { enabled }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["user"] }),
  });
}
