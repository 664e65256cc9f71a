/** What can take the keyboard on. Fields are left out: standing in one would open the keyboard of a phone. */
const STOPS = "a[href], button:not(:disabled), select:not(:disabled), summary";
/** What somebody is in: beyond it nothing is near. */
const PLACES = "main, nav, header, footer, dialog, [popover]";
/** So many places are remembered, each with where somebody stood in it last. */
const REMEMBERED = 5;

const stops = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(STOPS)];
const isThere = (one: Element): boolean =>
  one.isConnected && !one.matches(":disabled") && one.checkVisibility({ visibilityProperty: true });

/** Where somebody stands: among which stops, and in what. */
interface Stand {
  on: HTMLElement;
  all: readonly HTMLElement[];
  place: Element | null;
}

/** What now stands where something stood: what came in its stead, else the next that was there already, else the last. */
function nearest({ on, all, place }: Stand): HTMLElement | undefined {
  const inside = stops().filter((one) => place?.contains(one) && isThere(one));
  const at = all.indexOf(on);
  const before = all.findLastIndex((one, i) => i < at && inside.includes(one));
  const after = all.find((one, i) => i > at && inside.includes(one));
  const start = inside.indexOf(all[before] ?? on) + 1;
  const came = inside.slice(start, after ? inside.indexOf(after) : undefined);
  return came[Math.min(at - before, came.length) - 1] ?? after ?? all[before];
}

/** Where somebody stood, or what is nearest to it now. */
const again = (stand: Stand): HTMLElement | undefined => (isThere(stand.on) ? stand.on : nearest(stand));

/**
 * Whoever presses a button that goes away by it, a deleted row's or an Undo, stands on what took its place afterwards, or
 * where they stood before: a browser would put them back to the beginning of the page.
 */
export function keepFocus(): void {
  let last: Stand | null = null;
  let earlier: readonly Stand[] = [];
  const remember = (left: Stand) => {
    if (left.on.matches(STOPS))
      earlier = [left, ...earlier.filter(({ place }) => place !== left.place)].slice(0, REMEMBERED);
  };
  const stand = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === last?.on) return;
    if (last) remember(last);
    last = { on: target, all: stops(), place: target.closest(PLACES) };
  };
  const mend = () => {
    if (document.activeElement !== document.body || !last || isThere(last.on)) return;
    const next = nearest(last) ?? earlier.map(again).find(Boolean) ?? document.querySelector("main");
    next?.focus({ preventScroll: true });
  };
  document.addEventListener("focusin", stand);
  // After a frame: a browser takes the focus from what was disabled no sooner.
  new MutationObserver(() => requestAnimationFrame(() => setTimeout(mend))).observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ["disabled"],
  });
}
