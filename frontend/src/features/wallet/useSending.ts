import { useState } from "react";
import { messageOf } from "./queries";

/** Addresses in order, and the nicknames given to them. */
export interface Addresses {
  addresses: string[];
  nicknames: Record<string, string>;
}

/** Keeps addresses; what it throws is shown where they were sent from. */
export type Save = (addresses: Addresses) => Promise<unknown>;

/** Sends addresses, and says whether that is under way and why it failed. */
export function useSending(save: Save) {
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState("");
  const send = async (addresses: Addresses) => {
    setSending(true);
    setProblem("");
    try {
      await save(addresses);
    } catch (thrown) {
      setProblem(messageOf(thrown));
    } finally {
      setSending(false);
    }
  };
  return { sending, problem, send };
}
