import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Button } from "./Button";
import { Icon } from "./Icon";
import css from "./toast.module.css";
import { ToastContext, type ToastText } from "./toasts";

const SHOWN_MS = 2_000;
/** Long enough to read a failure or to press a button. */
const LONG_MS = 8_000;

/** Provides toasts: one at a time, at the top center, above dialogs. */
export function Toasts({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<ToastText | null>(null);
  const show = useCallback((next: ToastText) => setToast(next), []);
  return (
    <ToastContext value={show}>
      {children}
      <Region toast={toast} onDone={() => setToast(null)} />
    </ToastContext>
  );
}

/**
 * Returns where a toast is rendered: in the open dialog, because a modal dialog makes everything outside of it inert, and Undo
 * could not be pressed; otherwise in the body.
 */
function useHost(toast: ToastText | null): Element {
  const [host, setHost] = useState<Element>(document.body);
  useLayoutEffect(() => {
    const dialog = toast ? [...document.querySelectorAll("dialog[open]")].at(-1) : undefined;
    setHost(dialog ?? document.body);
    const leave = () => setHost(document.body);
    dialog?.addEventListener("close", leave);
    return () => dialog?.removeEventListener("close", leave);
  }, [toast]);
  return host;
}

function Region({ toast, onDone }: { toast: ToastText | null; onDone: () => void }) {
  const region = useRef<HTMLDivElement>(null);
  const done = useRef(onDone);
  done.current = onDone;
  const host = useHost(toast);
  // biome-ignore lint/correctness/useExhaustiveDependencies: in another host it is another element
  useEffect(() => {
    // With a dialog that has just closed, the element is gone until the next host is set.
    if (!toast || !region.current?.isConnected) return;
    // A popover is in the top layer, above modal dialogs. Hiding it first moves it to the top again.
    region.current.hidePopover?.();
    region.current.showPopover?.();
  }, [toast, host]);
  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(
      () => done.current(),
      toast.ms ?? (toast.undo || toast.next || toast.bad ? LONG_MS : SHOWN_MS),
    );
    return () => clearTimeout(timer);
  }, [toast]);
  const action = toast?.undo ? { label: "Undo", run: toast.undo } : toast?.next;
  const run = () => {
    action?.run();
    onDone();
  };
  return createPortal(
    <div ref={region} popover="manual" role="status" className={css.region}>
      {toast ? (
        <div className={css.toast} data-tone={toast.bad ? "bad" : "good"}>
          <Icon name={toast.bad ? "alert" : "check"} />
          {toast.text}
          {action ? (
            <Button tone="link" onClick={run}>
              {action.label}
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>,
    host,
  );
}
