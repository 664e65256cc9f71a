import { useState } from "react";
import { nearestPage } from "../../ui/paging";
import { type Extent, isRefused, PAGE, useOwnGroups, useOwnWallets, useWalletCount, useWallets } from "./queries";
import type { SearchWalletData, WalletKind } from "./types";
import { useWalletLayout, type WalletLayout } from "./useWalletLayout";
import { attentionOf, linesOf, matching, undetectedOf, withApp } from "./walletRows";
import { type Grouping, useWalletView, useWithinPages, type WalletView } from "./walletView";

/** Why no wallet is shown; null if some are, or none has loaded. */
type EmptyCause = "search" | "networks" | "app" | "none" | null;

interface Choice {
  search: string;
  layout: WalletLayout | undefined;
  view: WalletView;
}

const isSearch = ({ search }: Choice): boolean => search.trim() !== "";
const isNarrowed = (choice: Choice): boolean =>
  isSearch(choice) || choice.view.chains.length > 0 || choice.view.app !== null;

/** The list shows all wallets, and a search and a wallet app are among all; cards are loaded by the page. */
function extentOf(choice: Choice): Extent {
  if (choice.layout === undefined) return "unknown";
  return choice.layout === "list" || isSearch(choice) || choice.view.app !== null ? "all" : "page";
}

/** The matching wallets, those of the page, and those above the list. */
function shownOf(data: SearchWalletData | undefined, choice: Choice) {
  const isWhole = extentOf(choice) === "all";
  const attention = data && choice.layout === "list" ? attentionOf(data) : [];
  const apart = new Set(attention.map(({ id }) => id));
  const below = data ? linesOf(data).filter(({ wallet }) => !apart.has(wallet.id)) : [];
  const all = matching(withApp(below, choice.view.app), choice.search);
  const count = isWhole ? all.length : (data?.total_count ?? 0);
  const pages = Math.max(1, Math.ceil(count / PAGE));
  const first = nearestPage(choice.view.page, pages) * PAGE;
  return { attention, all, lines: isWhole ? all.slice(first, first + PAGE) : all, count, pages };
}

type Shown = ReturnType<typeof shownOf>;

function emptyCause({ count, attention }: Shown, choice: Choice): EmptyCause {
  if (count > 0) return null;
  if (isSearch(choice)) return "search";
  if (choice.view.chains.length > 0) return "networks";
  if (choice.view.app !== null) return "app";
  return attention.length > 0 ? null : "none";
}

/** The apps of the wallets, by name. */
function appsOf(data: SearchWalletData | undefined): WalletKind[] {
  const apps = data?.user_wallets.flatMap(({ wallet }) => (wallet ? [wallet] : [])) ?? [];
  return [...new Map(apps.map((app) => [app.id, app])).values()].sort((a, b) => a.name.localeCompare(b.name, "en"));
}

/** The grouping that was chosen, else the usual one. */
function useGrouping({ group }: WalletView): Grouping {
  const groups = useOwnGroups();
  return group ?? (groups.length > 0 ? "own" : "none");
}

/** What the page of all wallets shows, and how that is changed. The search stays out of the URL, because people search for addresses. */
export function useShownWallets() {
  const place = useWalletView();
  const [view, onView] = place;
  const [search, setSearch] = useState("");
  const wallets = useWalletCount();
  const [layout, onLayout] = useWalletLayout(wallets);
  const choice = { search, layout, view };
  const { data, error, refetch, isStale, isLoading } = useWallets(view, extentOf(choice));
  const shown = shownOf(data, choice);
  const own = useOwnWallets();
  const group = useGrouping(view);
  useWithinPages(place, data ? shown.pages : undefined);
  // The requested page is beyond the last one, which is loaded next.
  const isBehind = data !== undefined && data.total_count > 0 && data.user_wallets.length === 0;
  // A request that was rejected because of its networks would be rejected again, so the filter is cleared.
  const onRetry = () => (view.chains.length > 0 && isRefused(error) ? onView({ chains: [] }) : void refetch());
  const onSearch = (text: string) => {
    setSearch(text);
    if (view.page > 0) onView({ page: 0 });
  };
  const onAll = () => {
    setSearch("");
    onView({ chains: [], app: null });
  };
  return {
    ...choice,
    ...shown,
    // They are known before the values, so that the list does not move down once it has loaded.
    attention: data || layout !== "list" ? shown.attention : undetectedOf(own),
    group,
    wallets,
    apps: appsOf(data),
    onView,
    onLayout,
    onSearch,
    onAll,
    onRetry,
    data,
    error,
    isStale,
    isReading: isLoading || isBehind,
    isNarrowed: isNarrowed(choice),
    empty: data ? emptyCause(shown, choice) : null,
  };
}

export type ShownWallets = ReturnType<typeof useShownWallets>;
