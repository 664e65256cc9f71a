import { expect, test } from "vitest";
import { accountAt, accountPath, cardState, choicesOf, fullName, namesAt, proposedName } from "./accounts";
import { account, profile } from "./exchange.test-data";
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

test("the state that concerns the person most is that of the exchange", () => {
  const states = (...all: Parameters<typeof account>[0][]) => cardState(all.map(account));
  expect(states()).toBe("none");
  expect(states({ state: "connected" }, { state: "reading" })).toBe("reading");
  expect(states({ state: "connected" }, { state: "failing" })).toBe("failing");
  expect(states({ state: "failing" }, { state: "needs_attention" })).toBe("needs_attention");
  const [kraken, okx] = choicesOf([profile(), profile({ exchange: "okx" })], [account()]);
  expect([kraken?.state, kraken?.accounts.length, okx?.state]).toEqual(["connected", 1, "none"]);
});

test("accounts are requested more often while one is read for the first time", () => {
  expect(accountsInterval([account(), account({ state: "reading" })])).toBeLessThan(accountsInterval([account()]));
  expect(accountsInterval(undefined)).toBe(accountsInterval([]));
});
