// Sets up a new node: contracts, tokens, names and balances.
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

/** Deploys the contents of a chain and `loadTokens` additional plain tokens. Returns the manifest. */
export const furnish = async (rpc, id, loadTokens) => {
  const chain = await Chain.open(rpc, id);
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
