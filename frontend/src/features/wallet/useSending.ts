import { useState } from "react";
import { messageOf } from "../../queries/detection";

/** Addresses in order, and the nicknames given to them. */
export interface Addresses {
  addresses: string[];
  nicknames: Record<string, string>;
}

/** Saves addresses; its error is shown in the form. */
export type Save = (addresses: Addresses) => Promise<unknown>;

/** Sends addresses; also returns whether that is in progress and why it failed. */
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
