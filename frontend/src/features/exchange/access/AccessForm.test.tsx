import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ConnectDialog } from "../ConnectDialog";
import { account, key, profile } from "../exchange.test-data";
import { renderWith } from "../exchange.test-setup";
import { reportOutcome } from "./outcome";

const sdk = vi.hoisted(() => ({
  getExchangeProfiles: vi.fn(),
  getUserAccountByExchange: vi.fn(),
  getAuthorizeUrl: vi.fn(),
  ProblemError: class extends Error {
    constructor(
      readonly status: number,
      readonly code: string,
      message: string,
      readonly requestId = "",
      readonly data: unknown = null,
    ) {
      super(message);
    }
  },
}));
vi.mock("@spyhop/sdk", () => sdk);
const leave = vi.hoisted(() => ({ leaveTo: vi.fn() }));
vi.mock("./leaveTo", () => leave);

const URL_OF_PAGE = "https://login.coinbase.example/oauth2/auth?state=s";
const coinbase = profile({
  exchange: "coinbase",
  name: "Coinbase",
  oauth: {
    scopes: [{ name: "wallet:accounts:read", label: "See your balances" }],
    steps: ["Sign in to Coinbase in the window that opens."],
    ending: "You can end it at any time.",
    menu: "Coinbase - Settings - Third-party apps",
    not_read: ["Futures, which need an API key"],
  },
});
const none = () => undefined;

/** The window that the browser opens, as far as it is used. */
const popup = () => ({ closed: false, opener: window, location: { replace: vi.fn() }, close: vi.fn() });

let opened = popup();
beforeEach(() => {
  opened = popup();
  vi.spyOn(window, "open").mockImplementation(() => opened as unknown as Window);
  sdk.getExchangeProfiles.mockResolvedValue({ exchanges: [coinbase, profile()] });
  sdk.getUserAccountByExchange.mockResolvedValue({ user_accounts: [] });
  sdk.getAuthorizeUrl.mockResolvedValue({ url: URL_OF_PAGE, expires_on: "2026-11-20T14:10:00Z" });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  sessionStorage.clear();
  for (const call of Object.values(sdk)) if (vi.isMockFunction(call)) call.mockReset();
});

async function openForm() {
  const onRegister = vi.fn();
  const onClose = vi.fn();
  const rendered = renderWith(<ConnectDialog onRegister={onRegister} onImport={none} onClose={onClose} />);
  fireEvent.click(await screen.findByRole("button", { name: /^Coinbase/ }));
  await screen.findByRole("tab", { name: "Coinbase", selected: true });
  return { ...rendered, onRegister, onClose };
}

const press = () => fireEvent.click(screen.getByRole("button", { name: "Continue with Coinbase" }));

/** Waits until the window has the page of the exchange. */
async function openPage() {
  press();
  await screen.findByText("Waiting for Coinbase");
  await waitFor(() => expect(opened.location.replace).toHaveBeenCalledExactlyOnceWith(URL_OF_PAGE));
}

const report = (text: string) =>
  act(async () => reportOutcome({ exchange: "coinbase", isConnected: text === "", text }));

test("the window opens in the press itself, and its outcome arrives by itself", async () => {
  const { toasts } = await openForm();
  expect(screen.getByText("wallet:accounts:read")).toBeTruthy();
  expect(screen.getByText("never requested")).toBeTruthy();
  press();
  expect(window.open).toHaveBeenCalledExactlyOnceWith("", "_blank", "popup,width=600,height=600");
  expect(opened.opener, "the exchange's page must not change this one").toBeNull();
  await waitFor(() => expect(opened.location.replace).toHaveBeenCalledExactlyOnceWith(URL_OF_PAGE));
  expect(sdk.getAuthorizeUrl).toHaveBeenCalledExactlyOnceWith({ exchange: "coinbase", account_name: "Coinbase" });
  expect(
    screen.queryByRole("button", { name: "Continue with Coinbase" }),
    "the waiting line is in its place",
  ).toBeNull();
  await report("");
  await waitFor(() => expect(toasts).toEqual([{ text: "Coinbase connected to Spyhop" }]));
  await screen.findByRole("dialog", { name: "Connect exchange" });
});

test("a declined consent says so, and the window can be opened again", async () => {
  const { toasts } = await openForm();
  await openPage();
  await report("You declined at Coinbase. Nothing was connected.");
  await screen.findByText("You declined at Coinbase. Nothing was connected.");
  expect(toasts).toEqual([]);
  opened.location.replace.mockReset();
  await openPage();
  expect(screen.queryByText(/You declined/)).toBeNull();
});

test("a window that the person closes connects nothing", async () => {
  await openForm();
  await openPage();
  const hasFocus = vi.spyOn(document, "hasFocus").mockReturnValue(false);
  opened.closed = true;
  await waitFor(() => expect(hasFocus).toHaveBeenCalled());
  expect(screen.queryByText(/was closed/), "the window was only cut off: this page has no focus").toBeNull();
  hasFocus.mockReturnValue(true);
  await screen.findByText("The window was closed. Nothing was connected.");
  expect(screen.getByRole("button", { name: "Continue with Coinbase" })).toBeTruthy();
});

test("where the window is blocked, the same tab goes to the exchange and knows where to come back", async () => {
  vi.spyOn(window, "open").mockReturnValue(null);
  await openForm();
  press();
  await waitFor(() => expect(leave.leaveTo).toHaveBeenCalledExactlyOnceWith(URL_OF_PAGE));
  expect(Object.values({ ...sessionStorage })).toEqual([location.pathname]);
});

test("an outcome of another exchange is not taken for this one", async () => {
  const { toasts } = await openForm();
  await openPage();
  await act(async () => reportOutcome({ exchange: "gemini", isConnected: true, text: "" }));
  await act(async () => reportOutcome({ exchange: "coinbase", isConnected: false, text: "Expired." }));
  await screen.findByText("Expired.");
  expect(toasts).toEqual([]);
});

test("an anonymous person registers first, and a refused name is shown at its field", async () => {
  sdk.getAuthorizeUrl.mockRejectedValueOnce(new sdk.ProblemError(403, "registration_required", "Sign up first."));
  const { onRegister } = await openForm();
  press();
  await waitFor(() => expect(onRegister).toHaveBeenCalledOnce());
  expect(opened.close).toHaveBeenCalled();
  const fields = { account_name: "This name is too long." };
  sdk.getAuthorizeUrl.mockRejectedValueOnce(new sdk.ProblemError(400, "invalid_input", "x", "", { fields }));
  press();
  await screen.findByText("This name is too long.");
});

test("with API Sync a key is entered, and an account with an access is reconnected on the page", async () => {
  await openForm();
  fireEvent.click(screen.getByRole("tab", { name: "API Sync" }));
  await screen.findByLabelText("API Key");
  cleanup();
  const broken = account({
    ...{ exchange: "coinbase", exchange_name: "Coinbase", account_name: "Savings", state: "needs_attention" },
    key: key({ is_granted: true, key_end: "" }),
    reason: { code: "reconnect", text: "Coinbase has ended the access. Reconnect it." },
  });
  sdk.getUserAccountByExchange.mockResolvedValue({ user_accounts: [broken] });
  renderWith(<ConnectDialog onRegister={none} onImport={none} onClose={none} />);
  fireEvent.click(await screen.findByRole("button", { name: "Reconnect" }));
  await screen.findByRole("dialog", { name: "Reconnect Savings" });
  press();
  await waitFor(() =>
    expect(sdk.getAuthorizeUrl).toHaveBeenCalledExactlyOnceWith({ exchange: "coinbase", account_name: "Savings" }),
  );
});

test("without a client of the exchange there are no tabs", async () => {
  renderWith(<ConnectDialog onRegister={none} onImport={none} onClose={none} />);
  fireEvent.click(await screen.findByRole("button", { name: /^Kraken/ }));
  await screen.findByLabelText("API Key");
  expect(screen.queryByRole("tab")).toBeNull();
});
