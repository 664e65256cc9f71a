import { expect, test } from "vitest";
import { secretInRequest } from "./secret";

const PHRASE = "legal winner thank year wave sausage worth useful legal winner thank yellow";
const KEY = "4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318";

test.each<[string, unknown]>([
  ["a nickname", { wallet_address: "vitalik.eth", nickname: PHRASE }],
  ["a nickname without spaces", { nickname: PHRASE.replaceAll(" ", "") }],
  ["a row", { wallet_addresses: ["vitalik.eth", PHRASE] }],
  ["rows", { wallet_addresses: PHRASE.split(" ") }],
  ["a name", { wallet_address_nicknames: { [PHRASE]: "x" } }],
  ["a price", { price: KEY }],
  ["a signature that is none", { signature: `0x${KEY}` }],
])("a secret in %s is found before the request is sent", async (_, body) =>
  expect(await secretInRequest(body)).not.toBeNull(),
);

test.each<[string, unknown]>([
  ["an address", { wallet_address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" }],
  ["a nickname", { nickname: "Cold storage, second one" }],
  ["the id of a figure", { figure: KEY }],
  ["the signature of a wallet", { signature: `0x${KEY}${KEY}1b` }],
  ["numbers", { start: 0, limit: 50, allow_empty: true, conditions: [{ key: "chain", value: "eip155:1" }] }],
])("%s is none", async (_, body) => expect(await secretInRequest(body)).toBeNull());
