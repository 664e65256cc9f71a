import { useEffect } from "react";
import { hasOpenDialog, isAnswered, setAnswered } from "./prompts";

const LOOK_MS = 15_000;

const isBusy = (): boolean => document.hidden || hasOpenDialog();

/** Calls `open` once in this browser, at a look every 15 seconds, but never while another dialog is open. */
export function useInvitation(isWanted: boolean, open: () => void): void {
  useEffect(() => {
    if (!isWanted || isAnswered("invited")) return;
    const timer = setInterval(() => {
      if (isAnswered("invited")) clearInterval(timer);
      else if (!isBusy()) {
        clearInterval(timer);
        setAnswered("invited");
        open();
      }
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [isWanted, open]);
}
