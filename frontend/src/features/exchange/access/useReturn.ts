import { useEffect, useRef, useState } from "react";
import { isExpired, redeemCode } from "./mutations";
import { type AccessOutcome, reportOutcome } from "./outcome";

/** The sentences of outcomes, for a name of the exchange. */
export const DECLINED = (name: string) => `You declined at ${name}. Nothing was connected.`;
export const EXPIRED = "This answer expired or was used already. Nothing was connected. Please start connecting again.";
const NO_ANSWER = (name: string) => `${name} sent no answer that we understand. Nothing was connected.`;

function sentenceOf(problem: unknown, name: string): string {
  if (isExpired(problem)) return EXPIRED;
  return problem instanceof Error ? problem.message : NO_ANSWER(name);
}

/** Connects the account with what the exchange sent back, and returns why not; empty if it is connected. */
async function redeem(exchange: string, name: string, answer: URLSearchParams): Promise<string> {
  const [code, state] = [answer.get("code"), answer.get("state")];
  if (answer.get("error") === "access_denied") return DECLINED(name);
  if (!code || !state) return NO_ANSWER(name);
  try {
    await redeemCode(exchange, code, state);
    return "";
  } catch (problem) {
    return sentenceOf(problem, name);
  }
}

/** Uses the answer of an exchange once, reports the outcome to the tab that waits, and returns it; null meanwhile. */
export function useReturn(exchange: string, name: string, answer: URLSearchParams): AccessOutcome | null {
  const [outcome, setOutcome] = useState<AccessOutcome | null>(null);
  const first = useRef({ answer, isUsed: false });
  useEffect(() => {
    const { current } = first;
    if (current.isUsed) return;
    current.isUsed = true;
    void redeem(exchange, name, current.answer).then((text) => {
      const found = { exchange, isConnected: text === "", text };
      reportOutcome(found);
      setOutcome(found);
    });
  }, [exchange, name]);
  return outcome;
}
