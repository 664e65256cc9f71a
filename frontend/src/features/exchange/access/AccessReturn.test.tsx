import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AccessReturn } from "./AccessReturn";
import { type AccessOutcome, onOutcome } from "./outcome";

const sdk = vi.hoisted(() => ({
  updateAccessToken: vi.fn(),
  ProblemError: class extends Error {
    constructor(
      readonly status: number,
      readonly code: string,
      message: string,
    ) {
      super(message);
    }
  },
}));
vi.mock("@spyhop/sdk", () => sdk);

let received: AccessOutcome[] = [];
let stop: () => void = () => undefined;
beforeEach(() => {
  received = [];
  stop = onOutcome("coinbase", (outcome) => received.push(outcome));
  vi.spyOn(window, "close").mockReturnValue(undefined);
  sdk.updateAccessToken.mockResolvedValue({});
});
afterEach(() => {
  stop();
  cleanup();
  vi.restoreAllMocks();
  sdk.updateAccessToken.mockReset();
});

function open(answer: string, onDone: ((outcome: AccessOutcome) => void) | null = null) {
  render(
    <MemoryRouter>
      <AccessReturn exchange="coinbase" name="Coinbase" answer={new URLSearchParams(answer)} onDone={onDone} />
    </MemoryRouter>,
  );
}

/** Waits for the outcome in the tab that waits. */
async function outcome(): Promise<AccessOutcome | undefined> {
  await waitFor(() => expect(received).toHaveLength(1));
  return received[0];
}

test("the code is sent once, the waiting tab hears that it is connected, and the window closes", async () => {
  open("code=c-1&state=s-1");
  expect(await outcome()).toEqual({ exchange: "coinbase", isConnected: true, text: "" });
  expect(sdk.updateAccessToken).toHaveBeenCalledExactlyOnceWith({
    ...{ exchange: "coinbase", access_code: "c-1", state: "s-1" },
  });
  await screen.findByText("Coinbase connected to Spyhop");
  expect(window.close).toHaveBeenCalledOnce();
});

test("a declined consent sends nothing and has its own sentence", async () => {
  open("error=access_denied&state=s-1");
  expect((await outcome())?.text).toBe("You declined at Coinbase. Nothing was connected.");
  expect(sdk.updateAccessToken).not.toHaveBeenCalled();
});

test("an expired state has its own sentence, and other refusals are those of the server", async () => {
  sdk.updateAccessToken.mockRejectedValueOnce(
    new sdk.ProblemError(400, "oauth_state_invalid", "Please start connecting again"),
  );
  open("code=c-1&state=s-1");
  expect((await outcome())?.text).toContain("expired or was used already");
  cleanup();
  received = [];
  const why = "This access can do more than read: wallet:transactions:send.";
  sdk.updateAccessToken.mockRejectedValueOnce(new sdk.ProblemError(400, "invalid_input", why));
  open("code=c-1&state=s-1");
  expect((await outcome())?.text).toBe(why);
  await screen.findByText(why);
});

test("an answer without a code or a state is none", async () => {
  for (const answer of ["", "code=c-1", "state=s-1", "error=server_error"]) {
    received = [];
    open(answer);
    expect((await outcome())?.isConnected, answer).toBe(false);
    cleanup();
  }
  expect(sdk.updateAccessToken).not.toHaveBeenCalled();
});

test("in the same tab it goes back with the outcome", async () => {
  const onDone = vi.fn();
  open("code=c-1&state=s-1", onDone);
  await waitFor(() =>
    expect(onDone).toHaveBeenCalledExactlyOnceWith({ exchange: "coinbase", isConnected: true, text: "" }),
  );
  expect(window.close).not.toHaveBeenCalled();
});
