/** The number of open dialogs. The page can scroll again when the last one closes. */
let locks = 0;

/**
 * Stops the page from scrolling behind a dialog; call the returned function to undo it. The width of the scroll bar is
 * reserved meanwhile, so that nothing moves.
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
