// Hundreds of plain tokens for benchmarks.
import { ownContract } from "./artifacts.mjs";

/** Tokens made in one transaction: about 12 million gas with six holders. */
const CHUNK = 40;

/** Makes `count` load tokens that every person holds. Returns rows like makeTokens(). */
export const makeLoadTokens = async (chain, persons, count) => {
  if (count === 0) return [];
  const factory = chain.deploy(ownContract("LoadTokenFactory"));
  const holders = persons.map(({ address }) => address);
  for (let first = 0; first < count; first += CHUNK) {
    factory.send("make", [first, Math.min(CHUNK, count - first), holders]);
  }
  await chain.settle();
  const numbers = Array.from({ length: count }, (_, number) => number);
  const addresses = await factory.readAll("at", numbers.map((number) => [number]));
  return addresses.map(describe);
};

const describe = (address, number) => ({
  key: `load${number}`,
  address,
  name: `Load ${number}`,
  symbol: `LOAD${number}`,
  decimals: 18,
  kind: "load",
});
