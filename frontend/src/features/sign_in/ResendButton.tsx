import { useState } from "react";
import { Button } from "../../ui/Button";
import { refusalOf } from "./queries";
import type { SentCode } from "./types";
import { useCountdown } from "./useCountdown";

interface ResendButtonProps {
  /** When another code may be requested, in milliseconds since 1970. */
  readyAt: number;
  resend: () => Promise<SentCode>;
  onSent: (sent: SentCode) => void;
  onFailure: (message: string) => void;
}

/** The button that requests another code. It counts down the wait. */
export function ResendButton({ readyAt, resend, onSent, onFailure }: ResendButtonProps) {
  const [busy, setBusy] = useState(false);
  const [retryAt, setRetryAt] = useState(0);
  const wait = useCountdown(Math.max(readyAt, retryAt));
  const press = async () => {
    if (busy || wait > 0) return;
    setBusy(true);
    try {
      onSent(await resend());
    } catch (thrown) {
      const { message, retryAfter } = refusalOf(thrown);
      setRetryAt(Date.now() + (retryAfter ?? 0) * 1000);
      onFailure(message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button tone="link" busy={busy} aria-disabled={wait > 0 || undefined} onClick={() => void press()}>
      {wait > 0 ? `Send a new code in ${wait} s` : "Send a new code"}
    </Button>
  );
}
