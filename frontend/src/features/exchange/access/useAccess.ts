import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { invalidate, portfolioKey, syncKey, userKey } from "../../../queries/keys";
import { refusalOf } from "../mutations";
import { accountsOptions } from "../queries";
import type { ExchangeProfile, Refusal } from "../types";
import { leaveTo } from "./leaveTo";
import { pageOf } from "./mutations";
import { forgetReturn, keepReturn, onOutcome, POPUP } from "./outcome";

/** How often it is checked whether the person closed the window. */
const CHECK_MS = 1_000;

export const CLOSED = "The window was closed. Nothing was connected.";

interface AccessOptions {
  profile: ExchangeProfile;
  onConnected: () => void;
  onRegister: () => void;
}

/** The window of the exchange, opened in the press itself, because browsers block later ones. Null where it is blocked. */
function openWindow(): Window | null {
  const popup = window.open("", "_blank", POPUP);
  // The page of the exchange must not change this one.
  if (popup) popup.opener = null;
  return popup;
}

/** How connecting goes. */
interface Progress {
  isWaiting: boolean;
  /** Why it ended without an account. */
  refusal: Refusal | null;
}

const WAITING: Progress = { isWaiting: true, refusal: null };
const IDLE: Progress = { isWaiting: false, refusal: null };
const ended = (text: string): Progress => ({ ...IDLE, refusal: { fields: {}, text, needsAccount: false } });

/** Connects an account in a window of the exchange, and states how that goes. */
export function useAccess({ profile, onConnected, onRegister }: AccessOptions) {
  const client = useQueryClient();
  const [progress, setProgress] = useState(IDLE);
  const { isWaiting } = progress;
  const popup = useRef<Window | null>(null);
  const finish = useRef(onConnected);
  finish.current = onConnected;
  useEffect(
    () =>
      onOutcome(profile.exchange, ({ isConnected, text }) => {
        if (!isConnected) return setProgress(ended(text));
        void invalidate(client, accountsOptions.queryKey, userKey, portfolioKey, syncKey);
        setProgress(IDLE);
        finish.current();
      }),
    [profile.exchange, client],
  );
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => {
      // A page that cuts itself off from this one counts as closed too, but then this one does not have the focus.
      if (!popup.current?.closed || !document.hasFocus()) return;
      popup.current = null;
      setProgress(ended(CLOSED));
      void invalidate(client, accountsOptions.queryKey);
    }, CHECK_MS);
    return () => clearInterval(timer);
  }, [isWaiting, client]);
  const begin = async (name: string) => {
    popup.current?.close();
    forgetReturn();
    const opened = openWindow();
    popup.current = opened;
    setProgress(WAITING);
    try {
      const url = await pageOf(profile.exchange, name);
      if (opened) return opened.location.replace(url);
      keepReturn(`${location.pathname}${location.search}${location.hash}`);
      leaveTo(url);
    } catch (problem) {
      opened?.close();
      popup.current = null;
      const refusal = refusalOf(problem, ["account_name"]);
      setProgress({ isWaiting: false, refusal: refusal.needsAccount ? null : refusal });
      if (refusal.needsAccount) onRegister();
    }
  };
  return { ...progress, begin, forget: () => setProgress((now) => ({ ...now, refusal: null })) };
}
