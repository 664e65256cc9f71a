/** Elements that can receive the focus. Fields are excluded, because focusing one would open the keyboard of a phone. */
const FOCUSABLE = "a[href], button:not(:disabled), select:not(:disabled), summary";
/** The regions of the page. The focus is restored within the same region. */
const REGIONS = "main, nav, header, footer, dialog, [popover]";
/** The number of regions for which the last focused element is remembered. */
const MAX_REMEMBERED = 5;

const focusableElements = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(FOCUSABLE)];
const isThere = (one: Element): boolean =>
  one.isConnected && !one.matches(":disabled") && one.checkVisibility({ visibilityProperty: true });

/** The focused element, with all focusable elements and the region at that time. */
interface FocusSnapshot {
  on: HTMLElement;
  all: readonly HTMLElement[];
  region: Element | null;
}

/** The element to focus after one was removed: its replacement, else the next one, else the previous one. */
function nearest({ on, all, region }: FocusSnapshot): HTMLElement | undefined {
  const inside = focusableElements().filter((one) => region?.contains(one) && isThere(one));
  const at = all.indexOf(on);
  const before = all.findLastIndex((one, i) => i < at && inside.includes(one));
  const after = all.find((one, i) => i > at && inside.includes(one));
  const start = inside.indexOf(all[before] ?? on) + 1;
  const came = inside.slice(start, after ? inside.indexOf(after) : undefined);
  return came[Math.min(at - before, came.length) - 1] ?? after ?? all[before];
}

/** The remembered element, or the nearest one to it that is still there. */
const elementFor = (snapshot: FocusSnapshot): HTMLElement | undefined =>
  isThere(snapshot.on) ? snapshot.on : nearest(snapshot);

/**
 * Restores the focus when the focused element is removed or disabled, such as the button of a deleted row or Undo. The focus
 * moves to the nearest element or to the one before. Browsers would otherwise reset it to the start of the page.
 */
export function keepFocus(): void {
  let last: FocusSnapshot | null = null;
  let earlier: readonly FocusSnapshot[] = [];
  const remember = (left: FocusSnapshot) => {
    if (left.on.matches(FOCUSABLE))
      earlier = [left, ...earlier.filter(({ region }) => region !== left.region)].slice(0, MAX_REMEMBERED);
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === last?.on) return;
    if (last) remember(last);
    last = { on: target, all: focusableElements(), region: target.closest(REGIONS) };
  };
  const restore = () => {
    if (document.activeElement !== document.body || !last || isThere(last.on)) return;
    const next = nearest(last) ?? earlier.map(elementFor).find(Boolean) ?? document.querySelector("main");
    next?.focus({ preventScroll: true });
  };
  document.addEventListener("focusin", onFocus);
  // Wait for a frame: browsers remove the focus from a disabled element only then.
  new MutationObserver(() => requestAnimationFrame(() => setTimeout(restore))).observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ["disabled"],
  });
}
