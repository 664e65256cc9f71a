import { compareDecimals, parseDecimal, sumOf } from "../../format/decimal";
import type { DefiSheet, ProtocolAmountRow, ProtocolCard, ProtocolPositionRow } from "./types";

/** The number of the type that is owed. */
export const BORROWED = 30;
/** The number of the type that was earned and not yet claimed. */
const REWARD = 70;

export type Show = "all" | "yield" | "debt";
export type SortBy = "amount" | "name";

/** What the page shows, and in which order. */
export interface ProtocolView {
  show: Show;
  /** The id of a network; null for all. */
  network: string | null;
  by: SortBy;
  /** Whether the order is turned: the smallest amount, or the last name first. */
  turned: boolean;
}

const SHOWS: readonly Show[] = ["all", "yield", "debt"];

/** The view that a query states. */
export function viewOf(params: URLSearchParams): ProtocolView {
  const show = SHOWS.find((one) => one === params.get("show")) ?? "all";
  return {
    show,
    network: params.get("network"),
    by: params.get("sort") === "name" ? "name" : "amount",
    turned: params.get("turned") === "true",
  };
}

/** The query of a view; null removes a parameter. */
export const queryOf = ({ show, network, by, turned }: ProtocolView): Record<string, string | null> => ({
  show: show === "all" ? null : show,
  network,
  sort: by === "amount" ? null : by,
  turned: turned ? "true" : null,
});

/** A row with its place in the answer, which names its figure. */
export interface ShownRow {
  row: ProtocolAmountRow;
  place: string;
}

export interface ShownPosition {
  position: ProtocolPositionRow;
  place: string;
  rows: readonly ShownRow[];
}

export interface ShownCard {
  card: ProtocolCard;
  place: string;
  positions: readonly ShownPosition[];
  /** The sum of the rows that are shown; null if nothing of them has a value. */
  total: string | null;
}

const isShown = (show: Show, { type_id: type }: ProtocolAmountRow): boolean =>
  show === "all" || (show === "debt") === (type === BORROWED);

function byAmount(a: string | null, b: string | null): number {
  const [left, right] = [a === null ? null : parseDecimal(a), b === null ? null : parseDecimal(b)];
  return left && right ? compareDecimals(right, left) : Number(left === null) - Number(right === null);
}

/** The cards of a view, without the positions of which it shows nothing. */
export function shownCards(cards: readonly ProtocolCard[], { show, network, by, turned }: ProtocolView): ShownCard[] {
  const shown = cards.flatMap((card, i): ShownCard[] => {
    if (network !== null && card.chain !== network) return [];
    const positions = card.positions.flatMap((position, k): ShownPosition[] => {
      const place = `/user_wallet/${i}/positions/${k}`;
      const rows = position.rows
        .map((row, n) => ({ row, place: `${place}/rows/${n}` }))
        .filter(({ row }) => isShown(show, row));
      return rows.length > 0 ? [{ position, place, rows }] : [];
    });
    if (positions.length === 0) return [];
    const values = positions.flatMap(({ rows }) => rows.map(({ row }) => row.value));
    return [{ card, place: `/user_wallet/${i}`, positions, total: show === "all" ? card.total : sumOf(values) }];
  });
  const order = (a: ShownCard, b: ShownCard) =>
    by === "name" ? a.card.name.localeCompare(b.card.name) : byAmount(a.total, b.total);
  return shown.sort((a, b) =>
    turned && (by === "name" || (a.total !== null && b.total !== null)) ? order(b, a) : order(a, b),
  );
}

/** The lines of a card, by which its height is estimated. */
const LINES_OF_HEAD = 3;
const heightOf = ({ positions }: ShownCard): number =>
  positions.reduce((sum, { rows, position }) => sum + rows.length + (position.health_factor ? 3 : 0), LINES_OF_HEAD);

/** The cards in two columns of about the same height: each is below the shorter one, so that both are read from the top. */
export function inColumns(cards: readonly ShownCard[]): [ShownCard[], ShownCard[]] {
  const columns: [ShownCard[], ShownCard[]] = [[], []];
  const heights = [0, 0];
  for (const card of cards) {
    const at = (heights[0] ?? 0) <= (heights[1] ?? 0) ? 0 : 1;
    columns[at].push(card);
    heights[at] = (heights[at] ?? 0) + heightOf(card);
  }
  return columns;
}

/** A network on which there are positions. */
export interface PositionNetwork {
  id: string;
  name: string;
  mark: string | null;
}

/** The networks of the cards, each once, in the order of the cards. */
export function networksOf(cards: readonly ProtocolCard[]): PositionNetwork[] {
  const found = new Map(
    cards.map(({ chain, chain_name, chain_mark }) => [chain, { name: chain_name, mark: chain_mark }]),
  );
  return [...found].map(([id, { name, mark }]) => ({ id, name, mark }));
}

const allRows = (card: ProtocolCard): ProtocolAmountRow[] => card.positions.flatMap(({ rows }) => rows);

const isClaimable = ({ role, type_id: type }: ProtocolAmountRow): boolean => role === "claimable" || type === REWARD;

/** What can be claimed now, and in how many protocols; null if nothing of it has a value. */
export function claimable(cards: readonly ProtocolCard[]): { total: string; protocols: number } | null {
  const of = cards.filter((card) => allRows(card).some((row) => isClaimable(row) && row.value !== null));
  const total = sumOf(
    of
      .flatMap(allRows)
      .filter(isClaimable)
      .map(({ value }) => value),
  );
  return total === null ? null : { total, protocols: new Set(of.map(({ name }) => name)).size };
}

/** When what is locked can be withdrawn, the first first. */
export const locksOf = (cards: readonly ProtocolCard[]): string[] =>
  cards
    .flatMap(allRows)
    .flatMap(({ unlocks_on }) => (unlocks_on ? [unlocks_on] : []))
    .sort();

/** The lowest health factor that a protocol stated; null without any. */
export function lowestHealth(cards: readonly ProtocolCard[]): string | null {
  const stated = cards.flatMap(({ positions }) => positions.flatMap(({ health_factor }) => health_factor ?? []));
  return stated.sort((a, b) => byAmount(b, a))[0] ?? null;
}

/** The word for a sum of which nothing was found. What was not read may have some of it. */
export const noneWord = ({ unread, reading }: DefiSheet): string =>
  unread.length > 0 || reading > 0 ? "none found" : "none";

/** How many protocols the cards are of. */
export const protocolsIn = (cards: readonly ProtocolCard[]): number => new Set(cards.map(({ name }) => name)).size;
