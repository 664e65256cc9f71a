import { expect, test } from "vitest";
import {
  accountAt,
  accountPath,
  cardState,
  choicesOf,
  disconnectedWords,
  fullName,
  namesAt,
  proposedName,
} from "./accounts";
import { account, key, profile } from "./exchange.test-data";
import { accountsInterval } from "./queries";

test.each([
  [[], "Kraken"],
  [["Kraken"], "Kraken 2"],
  [["Kraken", "Kraken 2", "Main"], "Kraken 3"],
  [["kraken"], "Kraken"],
])("after %j the next account is called %s", (taken, name) => expect(proposedName("Kraken", taken)).toBe(name));

test("a name is taken at one exchange only, and a path names one account", () => {
  const accounts = [account(), account({ exchange: "okx", account_name: "A/B ?" })];
  expect(namesAt(accounts, "kraken")).toEqual(["Kraken"]);
  expect(accountPath(account({ account_name: "A/B ?" }))).toBe("/exchanges/kraken/A%2FB%20%3F");
  expect(accountAt(accounts, "okx", "A/B ?")).toBe(accounts[1]);
  expect(accountAt(accounts, "kraken", "A/B ?")).toBeUndefined();
});

test("the exchange is named beside a name that does not say it", () => {
  expect(fullName(account({ account_name: "Kraken main" }))).toBe("Kraken main");
  expect(fullName(account({ account_name: "Savings" }))).toBe("Savings at Kraken");
});

test("where a granted access is ended at its exchange is said with its end here", () => {
  const menu = "Coinbase - Settings - Third-party apps";
  const oauth = { scopes: [], steps: [], ending: "", menu, not_read: [] };
  const profiles = [profile({ exchange: "coinbase", name: "Coinbase", oauth }), profile()];
  const granted = account({ exchange: "coinbase", exchange_name: "Coinbase", key: key({ is_granted: true }) });
  expect(disconnectedWords({ ...granted, account_name: "Main" }, profiles)).toBe(
    `Main disconnected. Its access ends at Coinbase too. If it is still listed there, end it at: ${menu}`,
  );
  expect(disconnectedWords(account(), profiles)).toBe("Kraken disconnected");
  expect(disconnectedWords({ ...granted, key: key() }, profiles)).toBe("Kraken disconnected");
  expect(disconnectedWords(granted, [])).toBe("Kraken disconnected");
});

test("the state that concerns the person most is that of the exchange", () => {
  const states = (...all: Parameters<typeof account>[0][]) => cardState(all.map(account));
  expect(states()).toBe("none");
  expect(states({ state: "connected" }, { state: "reading" })).toBe("reading");
  expect(states({ state: "connected" }, { state: "from_files" })).toBe("connected");
  expect(states({ state: "from_files" })).toBe("from_files");
  expect(states({ state: "connected" }, { state: "failing" })).toBe("failing");
  expect(states({ state: "failing" }, { state: "needs_attention" })).toBe("needs_attention");
  const [kraken, okx] = choicesOf([profile(), profile({ exchange: "okx" })], [account()]);
  expect([kraken?.state, kraken?.accounts.length, okx?.state]).toEqual(["connected", 1, "none"]);
});

test("accounts are requested more often while one is read for the first time", () => {
  expect(accountsInterval([account(), account({ state: "reading" })])).toBeLessThan(accountsInterval([account()]));
  expect(accountsInterval(undefined)).toBe(accountsInterval([]));
});
