import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { loadWords } from "../../format/secret";
import { pasteInto, TWELVE } from "../../ui/keys.test-setup";
import { ConnectDialog } from "./ConnectDialog";
import { account, profile } from "./exchange.test-data";
import { renderWith } from "./exchange.test-setup";

const sdk = vi.hoisted(() => ({
  getExchangeProfiles: vi.fn(),
  getUserAccountByExchange: vi.fn(),
  addUpdateUserAccount: vi.fn(),
  deleteUserAccount: vi.fn(),
  restoreUserAccount: vi.fn(),
  updateUserAccountName: vi.fn(),
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

const okx = profile({
  exchange: "okx",
  name: "OKX",
  fields: [...profile().fields, { name: "api_passphrase", label: "API Passphrase", secret: true }],
});
const KEY = "vn7Q-a-key-of-an-exchange-k70d";
/** A secret of an exchange may have the form of a private key. */
const SECRET = "4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318";
const WARNING = { code: "any_address", text: "This key works from any address." };

const refused = (fields: Record<string, string>) =>
  new sdk.ProblemError(422, "invalid_input", Object.values(fields)[0] ?? "", "", { fields });

const none = () => undefined;
const field = (label: string) => screen.getByLabelText(label) as HTMLInputElement;
const type = (label: string, text: string) => fireEvent.change(field(label), { target: { value: text } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

beforeAll(loadWords);
beforeEach(() => {
  sdk.getExchangeProfiles.mockResolvedValue({ exchanges: [profile(), okx] });
  sdk.getUserAccountByExchange.mockResolvedValue({ user_accounts: [] });
  sdk.addUpdateUserAccount.mockResolvedValue({ user_account: account(), warnings: [] });
});
afterEach(() => {
  cleanup();
  for (const call of Object.values(sdk)) if (vi.isMockFunction(call)) call.mockReset();
});

/** Opens the form of an exchange, and fills in a key. */
async function openForm(name: string | RegExp = /^Kraken/) {
  const onClose = vi.fn();
  const onRegister = vi.fn();
  const rendered = renderWith(<ConnectDialog onRegister={onRegister} onImport={none} onClose={onClose} />);
  fireEvent.click(await screen.findByRole("button", { name }));
  await screen.findByLabelText("API Key");
  type("API Key", ` ${KEY} `);
  type("API Secret", SECRET);
  return { ...rendered, onClose, onRegister };
}

test("an exchange shows what is connected, and what can be done with it", async () => {
  const broken = account({
    ...{
      exchange: "okx",
      exchange_name: "OKX",
      account_name: "OKX",
      wallet_address: "okx.x",
      state: "needs_attention",
    },
    reason: { code: "bad_key", text: "OKX does not accept the key." },
  });
  sdk.getUserAccountByExchange.mockResolvedValue({ user_accounts: [account(), broken] });
  renderWith(<ConnectDialog onRegister={none} onImport={none} onClose={none} />);
  const [kraken, second] = await screen.findAllByRole("listitem");
  expect(kraken?.textContent).toContain("Connected");
  expect(second?.textContent).toContain("Needs attention");
  expect(screen.getByText("OKX needs attention.").parentElement?.textContent).toContain("OKX does not accept the key.");
  press("Actions for Kraken");
  const names = screen.getAllByRole("menuitem").map(({ textContent }) => textContent);
  expect(names).toEqual(["Add another account", "Rename", "Disconnect"]);
  fireEvent.click(screen.getByRole("menuitem", { name: "Add another account" }));
  expect(field("Connection name").value, "a free name is proposed").toBe("Kraken 2");
  press("Back");
  fireEvent.click(await screen.findByRole("button", { name: /^OKX/ }));
  await screen.findByRole("dialog", { name: "New key for OKX" });
  expect(screen.queryByLabelText("Connection name")).toBeNull();
  expect(field("API Passphrase").type).toBe("password");
});

test("several accounts at an exchange are managed on their page", async () => {
  sdk.getUserAccountByExchange.mockResolvedValue({
    user_accounts: [account(), account({ account_name: "Main", wallet_address: "kraken.b" })],
  });
  renderWith(<ConnectDialog onRegister={none} onImport={none} onClose={none} />);
  fireEvent.click(await screen.findByRole("button", { name: "Actions for Kraken" }));
  const names = screen.getAllByRole("menuitem").map(({ textContent }) => textContent);
  expect(names).toEqual(["Add another account", "Manage 2 accounts"]);
});

test("a key is sent once, and the success names the exchange", async () => {
  const { toasts } = await openForm();
  press("Connect");
  await waitFor(() => expect(toasts).toEqual([{ text: "Kraken connected to Spyhop" }]));
  expect(sdk.addUpdateUserAccount).toHaveBeenCalledExactlyOnceWith({
    ...{ exchange: "kraken", account_name: "Kraken", api_key: KEY, api_secret: SECRET, accept_warnings: false },
  });
  await screen.findByRole("dialog", { name: "Connect exchange" });
});

test("where nothing else can be connected, the dialog closes", async () => {
  sdk.getExchangeProfiles.mockResolvedValue({ exchanges: [profile()] });
  const { onClose } = await openForm();
  press("Connect");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});

test("while the key is checked the button says so and sends nothing again", async () => {
  sdk.addUpdateUserAccount.mockReturnValue(new Promise(none));
  await openForm();
  press("Connect");
  const button = await screen.findByRole("button", { name: "Checking the key" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  fireEvent.submit(button.closest("form") as HTMLFormElement);
  expect(sdk.addUpdateUserAccount).toHaveBeenCalledTimes(1);
});

test("warnings are accepted by a second press, and not for another key", async () => {
  sdk.addUpdateUserAccount.mockResolvedValueOnce({ user_account: null, warnings: [WARNING] });
  const { toasts } = await openForm();
  press("Connect");
  expect(within(await screen.findByRole("alert")).getByText(WARNING.text)).toBeTruthy();
  type("API Key", `${KEY}2`);
  expect(screen.queryByText(WARNING.text), "it is not known of the other key").toBeNull();
  sdk.addUpdateUserAccount.mockResolvedValueOnce({ user_account: null, warnings: [WARNING] });
  press("Connect");
  fireEvent.click(await screen.findByRole("button", { name: "Connect anyway" }));
  await waitFor(() => expect(toasts.length).toBe(1));
  const accepted = sdk.addUpdateUserAccount.mock.calls.map(([entry]) => entry.accept_warnings);
  expect(accepted).toEqual([false, false, true]);
});

test("a refused key is said at its field, and what was entered stays", async () => {
  const why = "This key can do more than read: withdraw-funds. Switch that off, or create a read-only key.";
  sdk.addUpdateUserAccount.mockRejectedValue(refused({ api_key: why }));
  const { onClose } = await openForm();
  press("Connect");
  await screen.findByText(why);
  expect(field("API Key").getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(field("API Key"));
  expect(field("API Secret").value).toBe(SECRET);
  expect(onClose).not.toHaveBeenCalled();
  type("API Key", "another");
  expect(screen.queryByText(why)).toBeNull();
});

test("what no field is to blame for is said above the buttons", async () => {
  const away = new sdk.ProblemError(503, "source_unavailable", "Kraken did not answer. Nothing was stored.");
  sdk.addUpdateUserAccount.mockRejectedValue(away);
  await openForm();
  press("Connect");
  await screen.findByText("Kraken did not answer. Nothing was stored.");
});

test("a person without an account signs up first", async () => {
  sdk.addUpdateUserAccount.mockRejectedValue(new sdk.ProblemError(403, "registration_required", "Sign up first."));
  const { onRegister } = await openForm();
  press("Connect");
  await waitFor(() => expect(onRegister).toHaveBeenCalledTimes(1));
});

test("nothing is sent without a key, or under a name that would replace another key", async () => {
  sdk.getUserAccountByExchange.mockResolvedValue({ user_accounts: [account()] });
  renderWith(<ConnectDialog onRegister={none} onImport={none} onClose={none} />);
  fireEvent.click(await screen.findByRole("button", { name: "Actions for Kraken" }));
  fireEvent.click(screen.getByRole("menuitem", { name: "Add another account" }));
  type("Connection name", "Kraken");
  press("Connect");
  for (const text of [/You have an account with this name here/, "Enter the API Key.", "Enter the API Secret."])
    expect(screen.getByText(text)).toBeTruthy();
  expect(sdk.addUpdateUserAccount).not.toHaveBeenCalled();
});

test("the key is neither in the query cache nor in a storage, and gone when the form is left", async () => {
  sdk.addUpdateUserAccount.mockRejectedValueOnce(refused({ api_key: "Not accepted." }));
  const { client, unmount } = await openForm();
  press("Connect");
  await screen.findByText("Not accepted.");
  press("Connect");
  await screen.findByRole("dialog", { name: "Connect exchange" });
  const cached = [...client.getQueryCache().getAll(), ...client.getMutationCache().getAll()];
  const kept = [...cached.map(({ state }) => state), { ...localStorage }, { ...sessionStorage }];
  for (const secret of [KEY, SECRET]) expect(JSON.stringify(kept)).not.toContain(secret);
  fireEvent.click(await screen.findByRole("button", { name: /^Kraken/ }));
  expect([field("API Key").value, field("API Secret").value]).toEqual(["", ""]);
  unmount();
  expect(document.body.textContent).not.toContain(SECRET);
});

test("a secret is masked until it is shown, and may look like a private key, but not be a recovery phrase", async () => {
  await openForm();
  expect(field("API Secret").type).toBe("password");
  press("Show API Secret");
  expect([field("API Secret").type, field("API Secret").value]).toEqual(["text", SECRET]);
  press("Hide API Secret");
  expect(field("API Secret").type).toBe("password");
  pasteInto(field("API Secret"), TWELVE);
  expect(field("API Secret").value).toBe("");
  expect(screen.getByText(/That looks like the secret of a wallet/)).toBeTruthy();
});

test("a server that cannot be reached is said, and tried again", async () => {
  sdk.getExchangeProfiles.mockRejectedValueOnce(new Error("Can't reach the Spyhop server."));
  renderWith(<ConnectDialog onRegister={none} onImport={none} onClose={none} />);
  await screen.findByText("Can't reach the Spyhop server.");
  press("Try again");
  await screen.findByRole("button", { name: /^Kraken/ });
});

test("history that no key reads is imported, where there is an account whose files are read", async () => {
  const second = account({ account_name: "Main", wallet_address: "kraken.b" });
  const onImport = vi.fn();
  const open = (...user_accounts: object[]) => {
    sdk.getUserAccountByExchange.mockResolvedValue({ user_accounts });
    renderWith(<ConnectDialog onRegister={none} onImport={onImport} onClose={none} />);
    return screen.findByText("Connect exchange");
  };
  await open(account());
  fireEvent.click(await screen.findByRole("button", { name: "Import a CSV" }));
  expect(onImport).toHaveBeenLastCalledWith(account());
  cleanup();
  await open(account(), second);
  fireEvent.click(await screen.findByRole("button", { name: "Import a CSV" }));
  fireEvent.click(screen.getByRole("menuitem", { name: "Main at Kraken" }));
  expect(onImport).toHaveBeenLastCalledWith(second);
  cleanup();
  await open(account({ exchange: "htx", exchange_name: "HTX" }));
  await screen.findByText(/^Spyhop only reads/);
  expect(screen.queryByRole("button", { name: "Import a CSV" })).toBeNull();
});
