import css from "./kindIcon.module.css";
import { kindCode } from "./kinds";

const paths = {
  swap: "M4 7h11.5m-3-3 3 3-3 3M16 13H4.5m3-3-3 3 3 3",
  in: "M10 4v11.5m-4-4 4 4 4-4",
  out: "M10 16V4.5m-4 4 4-4 4 4",
  own: "M15.6 10a5.6 5.6 0 1 1-1.7-4M15.8 3.4v3.2h-3.2",
  bridge: "M3 5.5v9M17 5.5v9M2 11.5h16M3 7.5c2.5 5 11.5 5 14 0",
  drop: "M10 3.5s4.6 4.9 4.6 8.3a4.6 4.6 0 0 1-9.2 0C5.4 8.4 10 3.5 10 3.5Z",
  lock: "M5.5 9.5h9V16h-9zM7.5 9.5V7a2.5 2.5 0 0 1 5 0v2.5",
  unlock: "M5.5 9.5h9V16h-9zM7.5 9.5V7a2.5 2.5 0 0 1 4.8-1",
  gift: "M4.5 9.5h11V16h-11zM3.5 6.5h13v3h-13zM10 6.5V16M10 6.5C8.8 3.2 5.4 4 6.8 6.5M10 6.5c1.2-3.3 4.6-2.5 3.2 0",
  pool: "M3 7.5c2.3-2 4.7 2 7 0s4.7 2 7 0M3 12.5c2.3-2 4.7 2 7 0s4.7 2 7 0",
  flame: "M10.5 3c.2 2.8 4.1 4.6 4.1 8.7a4.6 4.6 0 0 1-9.2 0c0-1.9.8-3 1.8-4 .3 1.2.8 1.8 1.6 2.1-.2-2.6.3-5 1.7-6.8Z",
  star: "m10 3.5 1.7 4.8 4.8 1.7-4.8 1.7-1.7 4.8-1.7-4.8L3.5 10l4.8-1.7L10 3.5Z",
  coin: "M10 16.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM10 7v6m-2.5-2.5L10 13l2.5-2.5",
  repay: "M10 16.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM10 13V7M7.5 9.5 10 7l2.5 2.5",
  check: "m4.5 10.5 3.5 3.5 7.5-8",
  close: "m6 6 8 8M14 6l-8 8",
  code: "m7 6-4 4 4 4m6-8 4 4-4 4",
  alert: "M10 8v3.5m0 2.5v.01M10 3.5 2.7 16h14.6L10 3.5Z",
  mixed: "M4 6h12M4 10h12M4 14h8",
  filter: "M3.5 6h13M6 10h8M8.5 14h3",
  calendar: "M4 5.5h12V16H4zM4 9h12M7.5 3.5v3m5-3v3",
} as const;

type Drawing = keyof typeof paths;

/** The drawing of each kind of entry, by its code. */
const drawings: Readonly<Record<string, Drawing>> = {
  send: "out",
  receive: "in",
  self_transfer: "own",
  swap: "swap",
  wrap: "swap",
  unwrap: "swap",
  approve: "check",
  deposit: "lock",
  withdraw: "unlock",
  stake: "drop",
  unstake: "unlock",
  reward: "gift",
  borrow: "coin",
  repay: "repay",
  add_liquidity: "pool",
  remove_liquidity: "pool",
  bridge_out: "bridge",
  bridge_in: "bridge",
  mint: "star",
  burn: "flame",
  airdrop: "gift",
  spam: "alert",
  create_contract: "code",
  call: "code",
  failed: "close",
};

/** The drawing of a kind of entry, by its code. */
export const drawingOf = (kind: string): Drawing => drawings[kindCode(kind)] ?? "mixed";

/** A decorative drawing of this page. */
export const Sketch = ({ name, size = 16 }: { name: Drawing; size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.5}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={paths[name]} />
  </svg>
);

interface KindTileProps {
  kind: string;
  isOwn: boolean;
  isFailed: boolean;
  /** Whether something is missing. */
  isWarned: boolean;
  size?: 30 | 36;
}

/** The tile of a kind of entry. */
export const KindTile = ({ kind, isOwn, isFailed, isWarned, size = 30 }: KindTileProps) => {
  const kindDrawing = drawingOf(kind);
  const isPlainMove = kindDrawing === "in" || kindDrawing === "out";
  return (
    <span className={css.tile} data-size={size} data-warned={isWarned || undefined} aria-hidden="true">
      <Sketch name={isFailed ? "close" : isOwn && isPlainMove ? "own" : kindDrawing} size={size === 36 ? 18 : 16} />
    </span>
  );
};
