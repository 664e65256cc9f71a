/** How many dialogs are open: the page scrolls again when the last one closes. */
let locks = 0;

/**
 * Keeps the page from scrolling behind a dialog; call the result to let it scroll again. Where the scroll bar takes up room,
 * that room stays empty meanwhile, so that nothing moves.
 */
export function lockScroll(): () => void {
  const root = document.documentElement;
  if (locks === 0) {
    const bar = window.innerWidth - root.clientWidth;
    root.style.setProperty("--scroll-bar", `${Math.max(0, bar)}px`);
    root.dataset.scrollLocked = "";
  }
  locks += 1;
  return () => {
    locks -= 1;
    if (locks > 0) return;
    delete root.dataset.scrollLocked;
    root.style.removeProperty("--scroll-bar");
  };
}
