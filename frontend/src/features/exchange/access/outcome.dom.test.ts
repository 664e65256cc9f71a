import { waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { type AccessOutcome, forgetReturn, keepReturn, onOutcome, reportOutcome, returnPath } from "./outcome";

afterEach(() => sessionStorage.clear());

test("a tab knows where to come back until it forgets it", () => {
  expect(returnPath()).toBeNull();
  keepReturn("/home?a=1#connect-exchange");
  expect([returnPath(), returnPath()]).toEqual(["/home?a=1#connect-exchange", "/home?a=1#connect-exchange"]);
  forgetReturn();
  expect(returnPath()).toBeNull();
});

test("only a path of this site is one to come back to", () => {
  for (const path of ["//evil.example", "https://evil.example", ""]) {
    keepReturn(path);
    expect(returnPath(), path).toBeNull();
  }
});

test("what is no outcome of the exchange is not received", async () => {
  const received: AccessOutcome[] = [];
  const stop = onOutcome("coinbase", (outcome) => received.push(outcome));
  const channel = new BroadcastChannel("spyhop.exchange-access");
  for (const data of [null, "x", {}, { exchange: "coinbase" }, { exchange: "coinbase", isConnected: "yes", text: "" }])
    channel.postMessage(data);
  channel.close();
  const outcome = { exchange: "coinbase", isConnected: true, text: "" };
  reportOutcome({ ...outcome, exchange: "gemini" });
  reportOutcome(outcome);
  await waitFor(() => expect(received).toHaveLength(1));
  expect(received).toEqual([outcome]);
  stop();
});
