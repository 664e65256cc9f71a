import { expect, test } from "vitest";
import { secretInRequest } from "./secret";

const PHRASE = "legal winner thank year wave sausage worth useful legal winner thank yellow";
const KEY = "4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318";

test.each<[string, unknown]>([
  ["a nickname", { wallet_address: "vitalik.eth", nickname: PHRASE }],
  ["a nickname without spaces", { nickname: PHRASE.replaceAll(" ", "") }],
  ["a row", { wallet_addresses: ["vitalik.eth", PHRASE] }],
  ["rows", { wallet_addresses: PHRASE.split(" ") }],
  ["a list of wallets", { wallets: PHRASE.split(" ") }],
  ["a key in two parts", { wallets: [KEY.slice(0, 32), KEY.slice(32)] }],
  ["a name", { wallet_address_nicknames: { [PHRASE]: "x" } }],
  ["a price", { price: KEY }],
  ["a signature that is none", { signature: `0x${KEY}` }],
])("a secret in %s is found before the request is sent", async (_, body) =>
  expect(await secretInRequest(body, "/api/wallet/user-wallet/add-wallet")).not.toBeNull(),
);

test.each<[string, unknown]>([
  ["an address", { wallet_address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" }],
  ["a nickname", { nickname: "Cold storage, second one" }],
  ["the id of a figure", { figure: KEY }],
  ["the signature of a wallet", { signature: `0x${KEY}${KEY}1b` }],
  ["two ids of wallets", { wallets: ["01a22971-9a09-71ca-b6e1-d4b2871ff9a4", "01a22971-9a0a-7412-8f3c-0de5b1c9a7f3"] }],
  ["numbers", { start: 0, limit: 50, allow_empty: true, conditions: [{ key: "chain", value: "eip155:1" }] }],
])("%s is none", async (_, body) => expect(await secretInRequest(body, "/api/x")).toBeNull());

const FEEDBACK = "/api/common/master/send-feedback";
const NOTE = "/api/wallet/ledger/set-note";
const SEARCH = "/api/wallet/transaction/search-transaction";

test.each<[string, string, unknown]>([
  ["a report", FEEDBACK, { feedback: `The swap 0x${KEY} is missing.` }],
  ["a note", NOTE, { entry: "e1", note: `0x${KEY}` }],
  ["a condition", SEARCH, { conditions: [{ key: "search", value: KEY }] }],
])("the hash of a transaction in %s is none", async (_, path, body) =>
  expect(await secretInRequest(body, path)).toBeNull(),
);

const CONNECT = "/api/organisation/user/add-update-user-account";

test.each<[string, unknown]>([
  ["a key of an exchange", { api_key: KEY, api_secret: KEY, api_passphrase: null }],
  [
    "one in base64",
    { api_secret: "kQH5HW/8p1uGOVjbgWA7FunAmGO8lsSUXNsu3eow76sz84Q18fWxnyRzBHCd3pd5nE9qa99HAZtuZuj6F1huXg==" },
  ],
  ["a passphrase", { api_passphrase: "four words of yours" }],
])("%s may have the form of a private key", async (_, body) =>
  expect(await secretInRequest({ exchange: "kraken", account_name: "Main", ...(body as object) }, CONNECT)).toBeNull(),
);

test.each<[string, string, unknown, string]>([
  ["a phrase as a key of an exchange", CONNECT, { api_secret: PHRASE }, "recovery phrase"],
  ["a phrase as its passphrase", CONNECT, { api_passphrase: PHRASE }, "recovery phrase"],
  ["a key as the name of an account", CONNECT, { account_name: KEY }, "hex key"],
  ["a key as the name of an exchange's key elsewhere", "/api/x", { api_key: KEY }, "hex key"],
])("%s is found", async (_, path, body, secret) => expect(await secretInRequest(body, path)).toBe(secret));

test.each<[string, string, unknown]>([
  ["a report that is nothing else", FEEDBACK, { feedback: KEY }],
  ["a report that names it", FEEDBACK, { feedback: `My private key is ${KEY}.` }],
  ["a note that names it", NOTE, { note: `key: ${KEY}` }],
  ["a field for other texts", NOTE, { entry: KEY, note: null }],
  ["a name in a condition", SEARCH, { conditions: [{ [KEY]: "search" }] }],
  ["a call without hashes", "/api/wallet/ledger/set-label", { note: KEY }],
])("a key in %s is found", async (_, path, body) => expect(await secretInRequest(body, path)).toBe("hex key"));

test("a phrase in a note is found", async () =>
  expect(await secretInRequest({ note: PHRASE }, NOTE)).toBe("recovery phrase"));
