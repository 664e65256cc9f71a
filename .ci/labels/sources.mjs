// Reads the label lists from clones of their repositories. Each list is under a licence that permits redistribution (MIT).
import { execFileSync } from "node:child_process";
import { CALLED, CHAINS, LARGE, LEFT_OUT, TAGS } from "./names.mjs";

/** The revision of each list: its repository, its commit, and that commit's day. */
export const REVISIONS = {
  aave: ["bgd-labs/aave-address-book", "f61c97628307d387ca93a78578970fe6db885029", "2026-05-01"],
  superchain: ["ethereum-optimism/superchain-registry", "8336d2aedd19b87a57b01ae36ba4afef8ea377d0", "2026-08-04"],
  hop: ["hop-protocol/hop", "1263a07c4e77c99aa0ab9ebfbbd53fc51e141a98", "2024-10-23"],
  safe: ["safe-global/safe-deployments", "d0989c95929c76e1723121566b3f2b764ffb94ee", "2026-08-17"],
  tags: ["brianleect/etherscan-labels", "923aba72c7e2d0682f7ae6194b6140bd90668dc9", "2023-10-02"],
};

/** The licence of each repository that states a single fact. */
export const LICENCES = {
  "1inch/limit-order-protocol-utils": "MIT",
  "1inch/limit-order-sdk": "MIT",
  "OffchainLabs/arbitrum-sdk": "Apache-2.0",
  "Uniswap/sdks": "MIT",
  "brianleect/etherscan-labels": "MIT",
  "cowprotocol/cow-sdk": "MIT OR Apache-2.0",
  "dawsbot/eth-labels": "MIT",
  "ethereum-optimism/superchain-registry": "MIT",
  "hop-protocol/hop": "MIT",
};

/** Reads files of one revision of a repository. `folder` has a clone of each repository, named `owner+name`. */
export class Repository {
  constructor(folder, key) {
    const [repository, commit, date] = REVISIONS[key];
    this.clone = `${folder}/${repository.replace("/", "+")}`;
    this.commit = commit;
    this.origin = { source: `${repository}@${commit.slice(0, 8)}`, date };
  }
  git(...args) {
    return execFileSync("git", ["-C", this.clone, ...args], { encoding: "utf8", maxBuffer: 1 << 28 });
  }
  show(path) {
    return this.git("show", `${this.commit}:${path}`);
  }
  list(path) {
    return this.git("ls-tree", "-r", "--name-only", this.commit, path).trim().split("\n");
  }
  row(chain, address, owner, kind) {
    return { chain: `eip155:${chain}`, address, owner, kind, ...this.origin };
  }
}

/** Aave's markets, their tokens, governance and safety module. Oracles and assets of other issuers are left out. */
function aave(folder) {
  const book = new Repository(folder, "aave");
  const kindOf = (name) => {
    if (/UNDERLYING|ORACLE|STRATEGY|_FEED|PAYLOAD|_IMPL|STEWARD|Chainlink|^Misc/.test(name)) return undefined;
    if (/_(A|V|S)_TOKEN|A_TOKEN|V_TOKEN|S_TOKEN|STATA_TOKEN/.test(name)) return "token";
    if (/^GovernanceV|^AaveGovernance/.test(name)) return "governance";
    if (/^AaveSafetyModule|^Umbrella/.test(name)) return "staking";
    return /^AaveV\d/.test(name) ? "lending" : undefined;
  };
  const lines = book.show("safe.csv").trim().split("\n").slice(1).map((line) => line.split(","));
  return lines.flatMap(([address, name, chain]) => {
    const kind = kindOf(name);
    const version = /^AaveV(\d)/.exec(name)?.[1];
    return kind ? [book.row(chain, address, version ? `Aave v${version}` : "Aave", kind)] : [];
  });
}

/** The bridges of OP chains on Ethereum, and those on the chains themselves, which have the same addresses everywhere. */
function superchain(folder) {
  const registry = new Repository(folder, "superchain");
  const bridges = JSON.parse(registry.show("superchain/extra/addresses/addresses.json"));
  const configs = registry.list("superchain/configs/mainnet").filter((path) => !path.endsWith("superchain.toml"));
  return configs.flatMap((path) => {
    const text = registry.show(path);
    const [name, chain] = [/^name = "(.*)"/m.exec(text)[1], /^chain_id = (\d+)/m.exec(text)[1]];
    const owner = `${name.replaceAll(",", "")} bridge`;
    const contracts = Object.entries(bridges[chain] ?? {}).filter(([role]) => /StandardBridgeProxy|PortalProxy|CrossDomainMessengerProxy|ERC721BridgeProxy|EthLockboxProxy/.test(role));
    const own = ["0x4200000000000000000000000000000000000010", "0x4200000000000000000000000000000000000016", "0x4200000000000000000000000000000000000007"];
    return [...contracts.map(([, address]) => registry.row(1, address, owner, "bridge")), ...own.map((address) => registry.row(chain, address, owner, "bridge"))];
  });
}

/** Hop's contracts for each token. `l1…` is on Ethereum, `l2…` on the chain under which it is listed. */
function hop(folder) {
  const sdk = new Repository(folder, "hop");
  const chains = { ethereum: 1, optimism: 10, gnosis: 100, polygon: 137, nova: 42170, base: 8453, linea: 59144, polygonzk: 1101, arbitrum: 42161 };
  const text = sdk.show("packages/sdk/src/addresses/mainnet.ts");
  const rows = [];
  let chain;
  for (const line of text.slice(text.indexOf("bridges:")).split("\n")) {
    const opened = /^\s*'?([\w.]+)'?: \{$/.exec(line)?.[1];
    if (opened in chains) chain = chains[opened];
    const [, role, address] = /^\s*(\w+): '(0x[0-9a-fA-F]{40})'/.exec(line) ?? [];
    if (!role || !/^(l1Bridge|cctpL1Bridge|cctpL2Bridge|l2Bridge|l2AmmWrapper|l2SaddleSwap|l1MessengerWrapper)$/.test(role)) continue;
    const at = /^l1|L1/.test(role) ? 1 : chain;
    rows.push(sdk.row(at, address, "Hop", role === "l2SaddleSwap" ? "dex" : "bridge"));
  }
  return rows;
}

/** The code and the factories of Safe's accounts. */
function safe(folder) {
  const deployments = new Repository(folder, "safe");
  return deployments.list("src/assets").flatMap((path) => {
    const { deployments: variants, networkAddresses } = JSON.parse(deployments.show(path));
    return Object.entries(networkAddresses).flatMap(([chain, names]) =>
      [names].flat().map((name) => deployments.row(chain, variants[name].address, "Safe", "wallet")),
    );
  });
}

/** Exchanges, protocols and reported accounts by the tags that others collected. */
function tags(folder) {
  const collected = new Repository(folder, "tags");
  const lists = { etherscan: 1, bscscan: 56, polygonscan: 137, arbiscan: 42161, optimism: 10, avalanche: 43114, ftmscan: 250 };
  return Object.entries(lists).flatMap(([list, chain]) => {
    const accounts = JSON.parse(collected.show(`data/${list}/combined/combinedAccountLabels.json`));
    return Object.entries(accounts).flatMap(([address, { name, labels }]) => {
      if (!address || labels.some((label) => LEFT_OUT.has(label))) return [];
      const large = LARGE.find(([tag]) => labels.includes(tag) && CALLED.test(name ?? ""));
      const [, owner, kind] = TAGS.find(([tag]) => labels.includes(tag) && (!CHAINS.has(tag) || labels.includes("bridge"))) ?? large ?? [];
      return owner ? [collected.row(chain, address, owner, kind)] : [];
    });
  });
}

/** All rows, the more exact lists first. */
export const readAll = (folder) => [aave, superchain, hop, safe, tags].flatMap((read) => read(folder));
