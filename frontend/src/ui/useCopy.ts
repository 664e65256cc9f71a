import { useToast } from "./toasts";

/** Copies a text and says so; each kind of copy has its own words. */
export function useCopy(): (text: string, done: string) => void {
  const toast = useToast();
  return (text, done) => {
    // Without a safe connection there is no clipboard to write to.
    const written = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"));
    written.then(
      () => toast({ text: done }),
      () => toast({ text: "The browser did not allow copying. Select the text instead.", bad: true }),
    );
  };
}
