// Deploys Uniswap v2 with its own bytecode on a node, and lets people use its pairs step by step: it prints one line of JSON with the
// contracts, and one line for each line of its input, after a step: what it was, and what `burn` would pay for the shares of each person.
// usage: node protocols/uniswap_v2.mjs <url> <seed>
import { ZeroAddress } from "ethers";
import { ownContract, packagedContract } from "../artifacts.mjs";
import { Random } from "../history/random.mjs";
import { Contract, Deployer, answerCommands, readArguments, undone } from "./deployer.mjs";

const PACKAGE = "@uniswap/v2-core/build";
const E18 = 10n ** 18n;
/** The pairs, by the numbers of their tokens. */
const PAIRS = [[0, 1], [1, 2]];
const FEES_OF_SWAPS = { left: 997n, whole: 1000n };

const deploy = async (deployer) => {
  const factory = await deployer.deploy(packagedContract(`${PACKAGE}/UniswapV2Factory.json`), deployer.from);
  const tokens = [];
  for (let at = 0; at < 3; at += 1) tokens.push(await deployer.deploy(ownContract("PlainToken")));
  const pairs = [];
  for (const two of PAIRS) {
    await factory.send("createPair", ...two.map((at) => tokens[at].address));
    const address = await factory.read("getPair", ...two.map((at) => tokens[at].address));
    const contract = new Contract(deployer, address, packagedContract(`${PACKAGE}/UniswapV2Pair.json`).abi);
    const first = await contract.read("token0");
    const ordered = two.map((at) => tokens[at]).sort((one) => (one.address === first ? -1 : 1));
    pairs.push({ contract, tokens: ordered });
  }
  return { factory, tokens, pairs };
};

/** What people do: each returns whether it succeeded. */
const actions = ({ factory, pairs }, deployer, people) => {
  const pay = async ({ contract, tokens }, amounts) => {
    for (const [at, amount] of amounts.entries()) {
      if (amount > 0n) await tokens[at].send("mint", contract.address, amount);
    }
  };
  const mint = async (person, pair, amounts) => {
    await pay(pair, amounts);
    return pair.contract.tries("mint", [people[person]]);
  };
  const swap = async (pair, from, amount) => {
    const reserves = [...(await pair.contract.answer("getReserves", []))].slice(0, 2);
    const [paid, other] = [reserves[from], reserves[1 - from]];
    const after = amount * FEES_OF_SWAPS.left;
    const received = (after * other) / (paid * FEES_OF_SWAPS.whole + after);
    await pay(pair, from === 0 ? [amount, 0n] : [0n, amount]);
    return pair.contract.tries("swap", [from === 0 ? 0n : received, from === 0 ? received : 0n, deployer.from, "0x"]);
  };
  const burn = async (person, { contract }, part) => {
    const shares = await contract.read("balanceOf", people[person]);
    await contract.tries("transfer", [contract.address, part(shares)], people[person]);
    return contract.tries("burn", [people[person]], people[person]);
  };
  const donate = async (pair, amounts) => {
    await pay(pair, amounts);
    return true;
  };
  const sync = ({ contract }) => contract.tries("sync", []);
  const fee = (isOn) => factory.tries("setFeeTo", [isOn ? deployer.from : ZeroAddress]);
  return { mint, swap, burn, donate, sync, fee };
};

/** The first steps of every run, so that each kind of event happens. */
const story = (act, [first, second]) => [
  ["mint", () => act.mint(0, first, [40n * E18, 10n * E18])],
  ["mint", () => act.mint(1, second, [3n * E18, 7_000_000n])],
  ["swap", () => act.swap(first, 0, 9n * E18)],
  ["fee", () => act.fee(true)],
  ["mint", () => act.mint(2, first, [5n * E18, 2n * E18])],
  ["swap", () => act.swap(first, 1, 4n * E18 + 7n)],
  ["swap", () => act.swap(first, 0, E18)],
  ["donate", () => act.donate(first, [12_345n, 678n])],
  ["burn", () => act.burn(0, first, (shares) => shares / 3n)],
  ["swap", () => act.swap(second, 1, 1_000_003n)],
  // One share is worth less than the smallest unit of the second token, which the pair does not pay.
  ["burn", () => act.burn(1, second, (shares) => shares - 1n)],
  ["sync", () => act.sync(first)],
];

const randomStep = (act, pairs, random) => {
  const person = random.below(3);
  const side = random.below(2);
  const pair = random.pick(pairs);
  const amount = random.amount(pair === pairs[0] ? E18 : 1_000_000n, 9_000);
  const part = BigInt(random.below(100) + 1);
  return random.weighted([
    [4, ["mint", () => act.mint(person, pair, [amount, random.amount(E18, 4_000)])]],
    [6, ["swap", () => act.swap(pair, side, amount)]],
    [4, ["burn", () => act.burn(person, pair, (shares) => (shares * part) / 100n)]],
    [1, ["donate", () => act.donate(pair, [amount, 17n])]],
    [1, ["sync", () => act.sync(pair)]],
    [2, ["fee", () => act.fee(side === 0)]],
  ]);
};

/** What `burn` pays for all shares of each person in each pair; nothing where it refuses. */
const paid = async ({ pairs }, { rpc }, people) => {
  const found = [];
  for (const person of people) {
    for (const { contract, tokens } of pairs) {
      const shares = await contract.read("balanceOf", person);
      if (shares === 0n) continue;
      const amounts = await undone(rpc, async () => {
        const before = await balances(tokens, person);
        await contract.tries("transfer", [contract.address, shares], person);
        await contract.tries("burn", [person], person);
        return (await balances(tokens, person)).map((balance, at) => balance - before[at]);
      });
      if (amounts.some((amount) => amount > 0n)) found.push({ person, pair: contract.address, tokens: tokens.map(({ address }) => address), amounts: amounts.map(String) });
    }
  }
  return found;
};

const balances = (tokens, person) => Promise.all(tokens.map((token) => token.read("balanceOf", person)));

const { url, seed } = readArguments("uniswap_v2.mjs");
const { deployer, people } = await Deployer.open(url, 3);
const market = await deploy(deployer);
const act = actions(market, deployer, people);
const random = new Random(seed);
const steps = story(act, market.pairs);
const { factory, tokens, pairs } = market;
const addresses = (list) => list.map(({ address }) => address);
console.log(JSON.stringify({ factory: factory.address, people, tokens: addresses(tokens), pairs: addresses(pairs.map(({ contract }) => contract)) }));
await answerCommands({
  next: async () => {
    const [name, run] = steps.shift() ?? randomStep(act, pairs, random);
    const succeeded = await run();
    return { name, succeeded, paid: await paid(market, deployer, people) };
  },
});
