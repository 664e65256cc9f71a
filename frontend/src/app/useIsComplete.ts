import { type RefObject, useEffect, useState } from "react";

/** How long nothing of a page may be loading until its height counts as final. */
const CALM_MS = 300;
/** A page that loads longer than this counts as complete all the same, so that its footer can be reached. */
const LONGEST_MS = 5_000;

/** Whether the page of this path was loaded in full once. Regions that load again later do not undo that. */
export function useIsComplete(page: RefObject<HTMLElement | null>, pathname: string): boolean {
  const [complete, setComplete] = useState<string>();
  useEffect(() => {
    const element = page.current;
    if (!element) return;
    let calm: ReturnType<typeof setTimeout> | undefined;
    const stop = () => {
      observer.disconnect();
      clearTimeout(calm);
      clearTimeout(longest);
    };
    const finish = () => {
      stop();
      setComplete(pathname);
    };
    const check = () => {
      clearTimeout(calm);
      if (!element.querySelector('[aria-busy="true"]')) calm = setTimeout(finish, CALM_MS);
    };
    const observer = new MutationObserver(check);
    observer.observe(element, { childList: true, subtree: true, attributeFilter: ["aria-busy"] });
    const longest = setTimeout(finish, LONGEST_MS);
    check();
    return stop;
  }, [page, pathname]);
  return complete === pathname;
}
