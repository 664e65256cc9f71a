// The tokens of the test world: regular ones at the addresses of the tokens of the same name on the live chains, irregular
// ones elsewhere.
import { toBeHex, toQuantity } from "ethers";
import { ownContract, packagedContract } from "./artifacts.mjs";

/** [key, name, symbol, decimals, kind] */
const PLAIN = [
  ["usdc", "USD Coin", "USDC", 6, "plain"],
  ["wbtc", "Wrapped BTC", "WBTC", 8, "plain"],
  ["dai", "Dai Stablecoin", "DAI", 18, "plain"],
  ["ticket", "Theatre ticket", "TICKET", 0, "plain"],
  ["huge", "Amounts above 2^128", "HUGE", 18, "huge"],
];

/** [key, contract, name, symbol, decimals, kind] as the contract answers; null if it does not answer. */
const ODD = [
  ["maker", "Bytes32Token", "Maker", "MKR", 18, "bytes32"],
  ["nodecimals", "NoDecimalsToken", "No decimals", "NODEC", null, "no-decimals"],
  ["fee", "FeeToken", "Fee on transfer", "FEE", 18, "fee"],
  ["control", "ControlSymbolToken", "Con\u0007trol\u202E characters", "US\u0000\u0007\u202EDC\u200B\n\u2066X", 18, "control-symbol"],
  ["long", "LongSymbolToken", "Long symbol", "L".repeat(10_000), 18, "long-symbol"],
];

const UNREADABLE = [
  ["reverting", "RevertingToken", "Reverting", "REVERT", 18, "reverting"],
  ["burning", "GasBurningToken", "Gas burning", "BURN", 18, "gas-burning"],
  ["short", "ShortAnswerToken", "Short answer", "SHORT", 18, "short-answer"],
  ["oversize", "OversizeAnswerToken", "Oversize answer", "OVERSIZE", 18, "oversize-answer"],
];

/** The addresses of these tokens on the live chains, so that the start list finds them in the test world too. */
const WELL_KNOWN = {
  1: {
    usdc: "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
    wbtc: "0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599",
    dai: "0x6B175474E89094C44Da98b954EedeAC495271d0F",
    weth: "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2",
    maker: "0x9f8F72aA9304c8B593d555F12eF6589cC3A579A2",
  },
  10: {
    usdc: "0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85",
    wbtc: "0x68f180fcCe6836688e9084f035309E29Bf0A2095",
    dai: "0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1",
    weth: "0x4200000000000000000000000000000000000006",
  },
};
/** The chain whose addresses are used for all further chains of benchmarks. */
const LIKE = 10;
const wellKnown = (chain) => WELL_KNOWN[chain.id] ?? WELL_KNOWN[LIKE];
const NO_CODE = "0x00000000000000000000000000000000000c0de0";

/** WETH9 stores its name, symbol and decimals in its first three storage slots. */
const WETH_SLOTS = 3;

/** Creates every token and distributes the holdings. Returns rows of { key, address, name, symbol, decimals, kind }. */
export const makeTokens = async (chain, persons) => {
  const rows = [await makeWrapped(chain, persons)];
  for (const row of PLAIN) rows.push(await makePlain(chain, persons, row));
  for (const row of ODD) rows.push(await makeOdd(chain, persons, row));
  for (const [key, contract, ...metadata] of UNREADABLE) {
    rows.push(describe(key, chain.deploy(ownContract(contract)).address, ...metadata));
  }
  rows.push(describe("nocode", NO_CODE, null, null, null, "no-code"));
  await chain.settle();
  return rows;
};

const describe = (key, address, name, symbol, decimals, kind) => ({ key, address, name, symbol, decimals, kind });

const holdersOf = (persons, key) => persons.filter(({ holdings }) => holdings[key] !== undefined);

/** The contract at its well-known address, or deployed if it has none on this chain. */
const settleAt = async (chain, key, contract) => {
  const address = wellKnown(chain)[key];
  return address ? chain.place(address, ownContract(contract)) : chain.deploy(ownContract(contract));
};

const makePlain = async (chain, persons, [key, name, symbol, decimals, kind]) => {
  const token = await settleAt(chain, key, "PlainToken");
  token.send("describe", [name, symbol, decimals]);
  for (const { address, holdings } of holdersOf(persons, key)) token.send("mint", [address, holdings[key]]);
  return describe(key, token.address, name, symbol, decimals, kind);
};

/** Mints to the deployer and transfers, so that a transfer fee applies. */
const makeOdd = async (chain, persons, [key, contract, ...metadata]) => {
  const token = await settleAt(chain, key, contract);
  for (const { address, holdings } of holdersOf(persons, key)) {
    token.send("mint", [chain.deployer, holdings[key]]);
    token.send("transfer", [address, holdings[key]]);
  }
  return describe(key, token.address, ...metadata);
};

const makeWrapped = async (chain, persons) => {
  const original = chain.deploy(packagedContract("canonical-weth/build/contracts/WETH9.json"));
  await chain.settle();
  const token = await transplant(chain, original, wellKnown(chain).weth, WETH_SLOTS);
  for (const { address, holdings } of holdersOf(persons, "weth")) {
    token.send("deposit", [], { value: toQuantity(holdings.weth) });
    token.send("transfer", [address, holdings.weth]);
  }
  return describe("weth", token.address, "Wrapped Ether", "WETH", 18, "wrapped-native");
};

/** Copies a deployed contract with its first storage slots to another address. */
const transplant = async (chain, original, address, slots) => {
  const code = await chain.rpc.call("eth_getCode", [original.address, "latest"]);
  await chain.rpc.call("anvil_setCode", [address, code]);
  for (let slot = 0; slot < slots; slot++) {
    const word = await chain.rpc.call("eth_getStorageAt", [original.address, toQuantity(slot), "latest"]);
    await chain.rpc.call("anvil_setStorageAt", [address, toQuantity(slot), toBeHex(word, 32)]);
  }
  return chain.at(address, original.interface.fragments);
};
