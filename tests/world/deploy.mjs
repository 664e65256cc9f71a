// Sets up a new node and prints its manifest as one line of JSON.
// usage: node deploy.mjs <url> <chainId> [--tokens <count>]
import { parseArgs } from "node:util";
import { toQuantity } from "ethers";
import { Chain } from "./chain.mjs";
import { makeNames } from "./ens.mjs";
import { makeLoadTokens } from "./load.mjs";
import { readPersons } from "./manifest.mjs";
import { placeMulticall } from "./multicall.mjs";
import { personsOf } from "./persons.mjs";
import { makeTokens } from "./tokens.mjs";

/** The chain that has the name service. */
const ENS_CHAIN = 1;

const furnish = async (url, id, loadTokens) => {
  const chain = await Chain.open(url, id);
  const persons = personsOf(chain);
  const multicall = await placeMulticall(chain);
  const tokens = await makeTokens(chain, persons);
  tokens.push(...(await makeLoadTokens(chain, persons, loadTokens)));
  const ens = id === ENS_CHAIN ? await makeNames(chain, persons) : { contracts: null, names: [], reverse: [] };
  await setNativeBalances(chain, persons);
  const block = await seal(chain);
  const { contracts, names, reverse } = ens;
  const read = await readPersons(chain, persons, tokens, block);
  return { chain_id: id, block, multicall, ens: contracts, names, reverse, tokens, persons: read };
};

/** Runs last, because transactions cost their senders gas. */
const setNativeBalances = (chain, persons) =>
  Promise.all(persons.map(({ address, native }) => chain.rpc.call("anvil_setBalance", [address, toQuantity(native)])));

/** Changes made without a transaction are part of a block only after the next one is mined. */
const seal = async (chain) => {
  await chain.rpc.call("anvil_mine", ["0x2"]);
  return Number(await chain.rpc.call("eth_blockNumber"));
};

const { positionals, values } = parseArgs({ allowPositionals: true, options: { tokens: { type: "string", default: "0" } } });
const [url, id] = positionals;
if (!url || !id) {
  console.error("usage: node deploy.mjs <url> <chainId> [--tokens <count>]");
  process.exit(2);
}
console.log(JSON.stringify(await furnish(url, Number(id), Number(values.tokens))));
