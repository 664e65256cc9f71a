import { useEffect, useRef, useState } from "react";
import { problemOf } from "../../connect/problem";
import { type BrowserWallet, disconnectWallet } from "../../connect/wallets";
import { ProblemError, refusalOf } from "./queries";
import { type Progress, signInWith } from "./signMessage";
import type { Refusal, WalletCalls } from "./types";
import { problemWords } from "./walletWords";

/** An attempt that failed. */
interface Failed {
  wallet: BrowserWallet;
  refusal: Refusal;
}

const failedOf = (wallet: BrowserWallet, thrown: unknown): Failed =>
  thrown instanceof ProblemError
    ? { wallet, refusal: refusalOf(thrown) }
    : {
        wallet,
        refusal: { kind: "failed", message: problemWords(wallet.name)[problemOf(thrown)], retryAfter: undefined },
      };

/** The state of signing in with a wallet: what is waited for, or why the last attempt failed. */
export function useWalletSignIn(calls: WalletCalls) {
  const [waiting, setWaiting] = useState<{ wallet: BrowserWallet; progress: Progress } | null>(null);
  const [failed, setFailed] = useState<Failed | null>(null);
  const attempt = useRef<AbortController | null>(null);
  const cancel = () => {
    attempt.current?.abort(new DOMException("canceled", "AbortError"));
    attempt.current = null;
    setWaiting(null);
    void disconnectWallet().catch(() => undefined);
  };
  const start = async (wallet: BrowserWallet, switchUser = false) => {
    attempt.current?.abort(new DOMException("replaced", "AbortError"));
    const own = new AbortController();
    attempt.current = own;
    setFailed(null);
    const onProgress = (progress: Progress) => {
      if (!own.signal.aborted) setWaiting({ wallet, progress });
    };
    try {
      await signInWith(wallet.id, calls, { switchUser, signal: own.signal, onProgress });
    } catch (thrown) {
      if (own.signal.aborted) return;
      setWaiting(null);
      setFailed(failedOf(wallet, thrown));
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog closes
  useEffect(
    () => () => {
      cancel();
      void calls.discard().catch(() => undefined);
    },
    [],
  );
  return {
    waiting,
    failed,
    cancel,
    start: (wallet: BrowserWallet, switchUser = false) => void start(wallet, switchUser),
  };
}
