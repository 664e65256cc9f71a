import { useToast } from "./toasts";

/** Returns a function that copies a text and shows `done` as a toast. */
export function useCopy(): (text: string, done: string) => void {
  const toast = useToast();
  return (text, done) => {
    // The clipboard is only available in secure contexts.
    const written = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"));
    written.then(
      () => toast({ text: done }),
      () => toast({ text: "The browser did not allow copying. Select the text instead.", bad: true }),
    );
  };
}
