// Deploys Uniswap v3 with its own bytecode on a node, and lets people use its pools step by step: it prints one line of JSON with the
// contracts, and one line for each line of its input, after a step: what it was, and what the contracts would pay for each position.
// usage: node protocols/uniswap_v3.mjs <url> <seed>
import { toBeHex, toQuantity } from "ethers";
import { ownContract, packagedContract } from "../artifacts.mjs";
import { Random } from "../history/random.mjs";
import { Contract, Deployer, answerCommands, readArguments, undone } from "./deployer.mjs";

const CORE = "@uniswap/v3-core/artifacts/contracts";
const PERIPHERY = "@uniswap/v3-periphery/artifacts/contracts";
const E18 = 10n ** 18n;
const FOREVER = 2n ** 40n;
const MOST = 2n ** 128n - 1n;
const LARGEST = 2n ** 256n - 1n;
const WORD = 32;
/** The storage of a pool in which the growth of fees in each token is. */
const GROWTH = [1, 2];
/** The pools: the numbers of their tokens, fee, distance between ticks, and square root of the first price, with 96 binary places. */
const POOLS = [
  { two: [0, 1], fee: 500n, spacing: 10, price: 2n ** 96n },
  { two: [0, 1], fee: 3000n, spacing: 60, price: 2n ** 96n / 31_623n },
  { two: [1, 2], fee: 10_000n, spacing: 200, price: 2n ** 96n * 1000n + 7n },
];
/** Ranges around the tick of a first price, in steps of the pool. Few, so that positions share ranges and ticks. */
const RANGES = [[-40, 40], [-3, 2], [-3, 40], [2, 40], [-40, -3], [-1, 1]];

const artifact = (folder, name) => packagedContract(`${folder}/${name}.sol/${name}.json`);

const deploy = async (deployer, people) => {
  const factory = await deployer.deploy(artifact(CORE, "UniswapV3Factory"));
  const weth = await deployer.deploy(packagedContract("canonical-weth/build/contracts/WETH9.json"));
  const manager = await deployer.deploy(artifact(PERIPHERY, "NonfungiblePositionManager"), factory.address, weth.address, deployer.from);
  const router = await deployer.deploy(artifact(PERIPHERY, "SwapRouter"), factory.address, weth.address);
  const tokens = [];
  for (let at = 0; at < 3; at += 1) {
    const token = await deployer.deploy(ownContract("PlainToken"));
    for (const person of [deployer.from, ...people]) {
      await token.send("mint", person, 10n ** 36n);
      for (const spender of [manager, router]) await token.tries("approve", [spender.address, LARGEST], person);
    }
    tokens.push(token);
  }
  const pools = [];
  for (const pool of POOLS) pools.push(await makePool({ deployer, factory, manager, tokens }, pool));
  return { factory, manager, router, tokens, pools };
};

const makePool = async ({ deployer, factory, manager, tokens }, { two, fee, spacing, price }) => {
  const ordered = two.map((at) => tokens[at]).sort((one, other) => (one.address.toLowerCase() < other.address.toLowerCase() ? -1 : 1));
  const addresses = ordered.map(({ address }) => address);
  await manager.send("createAndInitializePoolIfNecessary", ...addresses, fee, price);
  const contract = new Contract(deployer, await factory.read("getPool", ...addresses, fee), artifact(CORE, "UniswapV3Pool").abi);
  // The counters start again after their largest number, which happens in the first swaps.
  for (const slot of GROWTH) await deployer.rpc.call("anvil_setStorageAt", [contract.address, toQuantity(slot), toBeHex(LARGEST - 5n, WORD)]);
  const [, tick] = await contract.answer("slot0", []);
  return { contract, tokens: ordered, fee, spacing, first: Math.floor(Number(tick) / spacing) };
};

/** What people do: each returns whether it succeeded. */
const actions = ({ manager, router }, deployer, people) => {
  const mint = (person, pool, range, amounts) => {
    const [lower, upper] = range.map((steps) => (pool.first + steps) * pool.spacing);
    const [token0, token1] = pool.tokens.map(({ address }) => address);
    return manager.tries("mint", [[token0, token1, pool.fee, lower, upper, ...amounts, 0, 0, people[person], FOREVER]], people[person]);
  };
  const swap = (pool, from, amount) => {
    const [paid, received] = [pool.tokens[from], pool.tokens[1 - from]];
    return router.tries("exactInputSingle", [[paid.address, received.address, pool.fee, deployer.from, FOREVER, amount, 0, 0]]);
  };
  /** One of the positions of a person, by a number that need not be below their count. */
  const chosen = async (person, at) => {
    const count = await manager.read("balanceOf", people[person]);
    return count === 0n ? undefined : manager.read("tokenOfOwnerByIndex", people[person], BigInt(at) % count);
  };
  const ofPosition = (run) => async (person, at, ...rest) => {
    const id = await chosen(person, at);
    return id !== undefined && run(id, people[person], ...rest);
  };
  const increase = ofPosition((id, from, amounts) => manager.tries("increaseLiquidity", [[id, ...amounts, 0, 0, FOREVER]], from));
  const decrease = ofPosition(async (id, from, part) => {
    const { liquidity } = await manager.answer("positions", [id]);
    return manager.tries("decreaseLiquidity", [[id, part(liquidity), 0, 0, FOREVER]], from);
  });
  const collect = ofPosition((id, from, most) => manager.tries("collect", [[id, from, ...most]], from));
  const transfer = ofPosition((id, from, to) => manager.tries("transferFrom", [from, people[to], id], from));
  const burn = ofPosition((id, from) => manager.tries("burn", [id], from));
  const fee = ({ contract }, isOn) => contract.tries("setFeeProtocol", isOn ? [4, 7] : [0, 0]);
  return { mint, swap, increase, decrease, collect, transfer, burn, fee };
};

/** The first steps of every run, so that each kind of event happens. */
const story = (act, [first, second, third]) => {
  const all = (liquidity) => liquidity;
  return [
    ["mint", () => act.mint(0, first, RANGES[0], [40n * E18, 40n * E18])],
    ["mint", () => act.mint(1, first, RANGES[1], [E18, E18])],
    ["mint", () => act.mint(2, second, RANGES[0], [9n * E18, 9_000_000_000n])],
    ["mint", () => act.mint(1, third, RANGES[0], [10n ** 15n, 10n ** 21n])],
    ["swap", () => act.swap(first, 0, 3n * E18)],
    // A second position in the range of another one: the pool rounds the fees of both together.
    ["mint", () => act.mint(2, first, RANGES[1], [333n, 7n * E18])],
    ["swap", () => act.swap(first, 1, 9n * E18 + 1n)],
    // Ticks that were first used at different times make the growth within a range negative.
    ["mint", () => act.mint(0, first, RANGES[2], [E18, E18])],
    ["mint", () => act.mint(0, first, RANGES[3], [E18, E18])],
    ["mint", () => act.mint(1, first, RANGES[4], [E18, E18])],
    ["fee", () => act.fee(first, true)],
    ["swap", () => act.swap(first, 0, 30n * E18)],
    ["decrease", () => act.decrease(1, 0, (liquidity) => liquidity / 3n)],
    ["swap", () => act.swap(first, 1, 80n * E18)],
    ["collect", () => act.collect(0, 0, [MOST, MOST])],
    ["collect", () => act.collect(1, 0, [5n, MOST])],
    ["swap", () => act.swap(second, 1, 1_000_000_007n)],
    ["decrease", () => act.decrease(2, 0, all)],
    ["transfer", () => act.transfer(0, 1, 2)],
    ["increase", () => act.increase(1, 0, [E18, E18])],
    ["collect", () => act.collect(2, 0, [MOST, MOST])],
    ["burn", () => act.burn(2, 0)],
  ];
};

const randomStep = (act, pools, random) => {
  const person = random.below(3);
  const at = random.below(6);
  const side = random.below(2);
  const pool = random.pick(pools);
  const amounts = [random.amount(E18, 5_000), random.amount(E18, 5_000)];
  const part = BigInt(random.below(100) + 1);
  return random.weighted([
    [4, ["mint", () => act.mint(person, pool, random.pick(RANGES), amounts)]],
    [9, ["swap", () => act.swap(pool, side, amounts[0] * BigInt(random.below(9) + 1))]],
    [2, ["increase", () => act.increase(person, at, amounts)]],
    [3, ["decrease", () => act.decrease(person, at, (liquidity) => (liquidity * part) / 100n)]],
    [2, ["decrease", () => act.decrease(person, at, (liquidity) => liquidity)]],
    [3, ["collect", () => act.collect(person, at, [MOST, random.below(3) === 0 ? 3n : MOST])]],
    [1, ["transfer", () => act.transfer(person, at, (person + 1) % 3)]],
    [1, ["burn", () => act.burn(person, at)]],
    [1, ["fee", () => act.fee(pool, side === 0)]],
  ]);
};

/** What the contracts pay for each position: `collect` alone, and beyond that for its liquidity. */
const paid = async ({ manager, tokens }, deployer, people) => {
  const found = [];
  for (const person of people) {
    const count = await manager.read("balanceOf", person);
    for (let at = 0n; at < count; at += 1n) {
      const id = await manager.read("tokenOfOwnerByIndex", person, at);
      const { token0, token1, liquidity } = await manager.answer("positions", [id]);
      const collect = [[id, person, MOST, MOST]];
      const collected = [...(await manager.answer("collect", collect, person))];
      const two = [token0, token1].map((address) => tokens.find((token) => token.address === address));
      const whole = await undone(deployer.rpc, async () => {
        const before = await balances(two, person);
        if (liquidity > 0n) await manager.tries("decreaseLiquidity", [[id, liquidity, 0, 0, FOREVER]], person);
        await manager.tries("collect", collect, person);
        return (await balances(two, person)).map((balance, side) => balance - before[side]);
      });
      const amounts = whole.map((amount, side) => amount - collected[side]);
      found.push({ person, id: String(id), tokens: [token0, token1], has_liquidity: liquidity > 0n, amounts: amounts.map(String), collected: collected.map(String) });
    }
  }
  return found;
};

const balances = (tokens, person) => Promise.all(tokens.map((token) => token.read("balanceOf", person)));

/** On which side of its range the price of each position with liquidity is. */
const sides = async ({ factory, manager, pools }, people) => {
  const found = new Set();
  for (const person of people) {
    const count = await manager.read("balanceOf", person);
    for (let at = 0n; at < count; at += 1n) {
      const { token0, token1, fee, tickLower, tickUpper, liquidity } = await manager.answer("positions", [await manager.read("tokenOfOwnerByIndex", person, at)]);
      const address = await factory.read("getPool", token0, token1, fee);
      const { tick } = await pools.find(({ contract }) => contract.address === address).contract.answer("slot0", []);
      if (liquidity > 0n) found.add(tick < tickLower ? "below" : tick < tickUpper ? "within" : "above");
    }
  }
  return [...found];
};

const { url, seed } = readArguments("uniswap_v3.mjs");
const { deployer, people } = await Deployer.open(url, 3);
const market = await deploy(deployer, people);
const act = actions(market, deployer, people);
const random = new Random(seed);
const steps = story(act, market.pools);
const { factory, manager, tokens, pools } = market;
console.log(JSON.stringify({ factory: factory.address, manager: manager.address, people, tokens: tokens.map(({ address }) => address) }));
await answerCommands({
  next: async () => {
    const [name, run] = steps.shift() ?? randomStep(act, pools, random);
    const succeeded = await run();
    return { name, succeeded, paid: await paid(market, deployer, people), sides: await sides(market, people) };
  },
});
