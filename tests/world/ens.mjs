// The Ethereum Name Service: its own contracts, the registry at its canonical address, and names of every kind.
import { ZeroAddress, ZeroHash, concat, id, keccak256, namehash, zeroPadValue } from "ethers";
import { ownContract, packagedContract } from "./artifacts.mjs";

export const REGISTRY = "0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e";
/** The address of the registrar of `.eth` on Ethereum. */
const ETH_REGISTRAR = "0x57f1887a8BF19b14fC0dF6Fd9B2acc9Af147eA85";
const ENS = "@ensdomains/ens/build/contracts";
const RESOLVER = "@ensdomains/resolver/build/contracts";

/** [name, person whose address it resolves to, kind]; the parent of a name is listed before it. */
const NAMES = [
  ["alice.eth", "alice", "address"],
  ["bob.eth", "bob", "address"],
  ["pay.alice.eth", "bob", "subname"],
  ["🦊.eth", "dave", "emoji"],
  ["ñandú.eth", "erin", "unicode"],
  ["noresolver.eth", null, "no-resolver"],
  ["noaddress.eth", null, "no-address"],
  ["offchain.eth", null, "offchain"],
  ["lapsed.eth", "frank", "expired"],
  ["below.lapsed.eth", "frank", "expired"],
];

/** [label below .eth, when its registration ends, in seconds since 1970]; the others were never registered there. */
const EXPIRIES = [
  ["alice", 4_102_444_800],
  ["lapsed", 978_307_200],
];

/** [person, name their reverse record claims, whether it resolves back to them]. Bob has none. */
const REVERSE = [
  ["alice", "alice.eth", true],
  ["carol", "alice.eth", false],
  ["dave", "🦊.eth", true],
  ["erin", "noresolver.eth", false],
  ["frank", "lapsed.eth", false],
];

/** Claims of accounts that belong to no person and that must never be shown, whatever they resolve to. */
const HOSTILE = ["Alice.eth", "alice\u200b.eth", `${"x".repeat(10_000)}.eth`];

/** Sets up registry, resolvers and names. Returns { contracts, names, reverse } for the manifest. */
export const makeNames = async (chain, persons) => {
  const addressOf = (name) => persons.find((person) => person.name === name)?.address ?? null;
  const registry = await placeRegistry(chain);
  const resolver = chain.deploy(packagedContract(`${RESOLVER}/PublicResolver.json`), registry.address);
  const offchain = chain.deploy(ownContract("OffchainResolver"));
  registry.send("setSubnodeOwner", [ZeroHash, id("eth"), chain.deployer]);
  const resolverFor = { "no-resolver": ZeroAddress, offchain: offchain.address };
  for (const [name, owner, kind] of NAMES) {
    register(chain, registry, name, resolverFor[kind] ?? resolver.address);
    if (owner) resolver.send("setAddr(bytes32,address)", [namehash(name), addressOf(owner)]);
  }
  const { abi, runtime } = ownContract("EthRegistrar");
  const ethRegistrar = await chain.place(ETH_REGISTRAR, { abi, runtime });
  for (const [label, end] of EXPIRIES) ethRegistrar.send("setExpiry", [label, end]);
  const registrar = makeReverseRegistrar(chain, registry, resolver);
  for (const [person, name] of REVERSE) registrar.send("setName", [name], { from: addressOf(person) });
  const strangers = chain.accounts.slice(persons.length);
  const hostile = HOSTILE.map((name, index) => ({ address: strangers[index], name, valid: false }));
  for (const { address, name } of hostile) registrar.send("setName", [name], { from: address });
  await chain.settle();
  return {
    contracts: { registry: registry.address, resolver: resolver.address, reverse_registrar: registrar.address },
    names: NAMES.map(([name, owner, kind]) => ({
      name,
      address: kind === "expired" ? null : owner && addressOf(owner),
      kind,
    })),
    reverse: [...REVERSE.map(([person, name, valid]) => ({ address: addressOf(person), name, valid })), ...hostile],
  };
};

/** The registry's constructor gives the root to its deployer; at the canonical address that record is written directly. */
const placeRegistry = async (chain) => {
  const artifact = packagedContract(`${ENS}/ENSRegistry.json`);
  const original = chain.deploy(artifact);
  await chain.settle();
  const code = await chain.rpc.call("eth_getCode", [original.address, "latest"]);
  await chain.rpc.call("anvil_setCode", [REGISTRY, code]);
  const rootRecord = keccak256(concat([ZeroHash, ZeroHash]));
  await chain.rpc.call("anvil_setStorageAt", [REGISTRY, rootRecord, zeroPadValue(chain.deployer, 32)]);
  return chain.at(REGISTRY, artifact.abi);
};

const register = (chain, registry, name, resolver) => {
  const [label, ...parent] = name.split(".");
  registry.send("setSubnodeOwner", [namehash(parent.join(".")), id(label), chain.deployer]);
  registry.send("setResolver", [namehash(name), resolver]);
};

/** Deployed before addr.reverse has an owner: its constructor would call that one. */
const makeReverseRegistrar = (chain, registry, resolver) => {
  const artifact = packagedContract(`${ENS}/ReverseRegistrar.json`);
  registry.send("setSubnodeOwner", [ZeroHash, id("reverse"), chain.deployer]);
  const registrar = chain.deploy(artifact, registry.address, resolver.address);
  registry.send("setSubnodeOwner", [namehash("reverse"), id("addr"), registrar.address]);
  return registrar;
};
