// Deploys Aave v3 with its own bytecode on a node, and lets people use it step by step: it prints one line of JSON with the contracts,
// and one line for each line of its input, after a step.
// usage: node protocols/aave.mjs <url> <seed>
import { ZeroAddress, toQuantity } from "ethers";
import { Random } from "../history/random.mjs";
import { Contract, Deployer, answerCommands, readArguments } from "./deployer.mjs";
import { linkedContract } from "./linked.mjs";

const PACKAGE = "@aave/core-v3/artifacts/contracts";
const RAY = 10n ** 27n;
const DAY = 86_400;
const VARIABLE = 2n;
const STABLE = 1n;

/** The reserves: decimals, price in dollars with eight decimals, loan-to-value and liquidation threshold in hundredths of a percent. */
const RESERVES = [
  { symbol: "WETH", decimals: 18, price: 2_000n * 10n ** 8n, ltv: 8000n, threshold: 8250n },
  { symbol: "USDC", decimals: 6, price: 10n ** 8n, ltv: 7700n, threshold: 8000n },
  { symbol: "WBTC", decimals: 8, price: 60_000n * 10n ** 8n, ltv: 7000n, threshold: 7500n },
];

const contract = (path, libraries) => linkedContract(`${PACKAGE}/${path}.sol/${path.split("/").at(-1)}.json`, libraries);

const libraries = async (deployer) => {
  const found = {};
  for (const name of ["SupplyLogic", "BorrowLogic", "LiquidationLogic", "EModeLogic", "BridgeLogic", "PoolLogic", "ConfiguratorLogic", "FlashLoanLogic"]) {
    found[name] = (await deployer.deploy(contract(`protocol/libraries/logic/${name}`, found))).address;
  }
  return found;
};

const deploy = async (deployer) => {
  const provider = await deployer.deploy(contract("protocol/configuration/PoolAddressesProvider"), "Test", deployer.from);
  await provider.send("setACLAdmin", deployer.from);
  const access = await deployer.deploy(contract("protocol/configuration/ACLManager"), provider.address);
  await provider.send("setACLManager", access.address);
  await access.send("addPoolAdmin", deployer.from);
  const linked = await libraries(deployer);
  const implementation = contract("protocol/pool/Pool", linked);
  const data = await deployer.deploy(contract("misc/AaveProtocolDataProvider"), provider.address);
  await provider.send("setPoolDataProvider", data.address);
  const tokens = [];
  const feeds = [];
  for (const { symbol, decimals, price } of RESERVES) {
    tokens.push(await deployer.deploy(contract("mocks/tokens/MintableERC20"), symbol, symbol, decimals));
    feeds.push(await deployer.deploy(contract("mocks/oracle/CLAggregators/MockAggregator"), price));
  }
  const addresses = (list) => list.map(({ address }) => address);
  const oracle = await deployer.deploy(contract("misc/AaveOracle"), provider.address, addresses(tokens), addresses(feeds), ZeroAddress, ZeroAddress, 10n ** 8n);
  await provider.send("setPriceOracle", oracle.address);
  await provider.send("setPoolImpl", (await deployer.deploy(implementation, provider.address)).address);
  const pool = new Contract(deployer, await provider.read("getPool"), implementation.abi);
  const configurator = contract("protocol/pool/PoolConfigurator", linked);
  await provider.send("setPoolConfiguratorImpl", (await deployer.deploy(configurator)).address);
  const settings = new Contract(deployer, await provider.read("getPoolConfigurator"), configurator.abi);
  await listReserves(deployer, { provider, pool, settings, tokens });
  return { provider, pool, data, oracle, tokens };
};

const listReserves = async (deployer, { provider, pool, settings, tokens }) => {
  const code = async (name) => (await deployer.deploy(contract(`protocol/tokenization/${name}`), pool.address)).address;
  const [aTokenImpl, stableDebtTokenImpl, variableDebtTokenImpl] = [await code("AToken"), await code("StableDebtToken"), await code("VariableDebtToken")];
  const percent = RAY / 100n;
  const rates = [80n, 1n, 4n, 75n, 2n, 75n, 2n, 5n, 20n].map((value) => value * percent);
  const strategy = await deployer.deploy(contract("protocol/pool/DefaultReserveInterestRateStrategy"), provider.address, ...rates);
  const inputs = tokens.map((token, at) => ({
    aTokenImpl,
    stableDebtTokenImpl,
    variableDebtTokenImpl,
    underlyingAssetDecimals: RESERVES[at].decimals,
    interestRateStrategyAddress: strategy.address,
    underlyingAsset: token.address,
    treasury: deployer.from,
    incentivesController: ZeroAddress,
    aTokenName: `Aave ${RESERVES[at].symbol}`,
    aTokenSymbol: `a${RESERVES[at].symbol}`,
    variableDebtTokenName: `Aave variable debt ${RESERVES[at].symbol}`,
    variableDebtTokenSymbol: `variableDebt${RESERVES[at].symbol}`,
    stableDebtTokenName: `Aave stable debt ${RESERVES[at].symbol}`,
    stableDebtTokenSymbol: `stableDebt${RESERVES[at].symbol}`,
    params: "0x",
  }));
  await settings.send("initReserves", inputs);
  for (const [at, { address }] of tokens.entries()) {
    await settings.send("configureReserveAsCollateral", address, RESERVES[at].ltv, RESERVES[at].threshold, 10_500n);
    await settings.send("setReserveBorrowing", address, true);
    await settings.send("setReserveStableRateBorrowing", address, true);
  }
};

/** What people do: each returns whether it succeeded. */
const actions = ({ pool, oracle, tokens }, deployer, people) => {
  const units = (at, thousandths) => (BigInt(thousandths) * 10n ** BigInt(RESERVES[at].decimals)) / 1000n;
  const supply = async (person, at, amount) => {
    const own = people[person];
    await tokens[at].tries("mint(uint256)", [amount], own);
    await tokens[at].tries("approve", [pool.address, amount], own);
    return pool.tries("supply", [tokens[at].address, amount, own, 0], own);
  };
  const repay = async (person, at, amount, mode) => {
    const own = people[person];
    await tokens[at].tries("mint(uint256)", [amount], own);
    await tokens[at].tries("approve", [pool.address, amount], own);
    return pool.tries("repay", [tokens[at].address, amount, mode, own], own);
  };
  const wait = (seconds) => deployer.rpc.call("anvil_mine", ["0x2", toQuantity(seconds)]).then(() => true);
  const price = async (at, value) => {
    const feed = await deployer.deploy(contract("mocks/oracle/CLAggregators/MockAggregator"), value);
    return oracle.tries("setAssetSources", [[tokens[at].address], [feed.address]]);
  };
  const liquidate = async (person, collateral, debt, amount, by) => {
    const own = people[by];
    await tokens[debt].tries("mint(uint256)", [amount], own);
    await tokens[debt].tries("approve", [pool.address, amount], own);
    return pool.tries("liquidationCall", [tokens[collateral].address, tokens[debt].address, people[person], amount, false], own);
  };
  const borrow = (person, at, amount, mode) => pool.tries("borrow", [tokens[at].address, amount, mode, 0, people[person]], people[person]);
  const withdraw = (person, at, amount) => pool.tries("withdraw", [tokens[at].address, amount, people[person]], people[person]);
  const secure = (person, at, on) => pool.tries("setUserUseReserveAsCollateral", [tokens[at].address, on], people[person]);
  return { units, supply, repay, wait, price, liquidate, borrow, withdraw, secure };
};

/** The first steps of every run, so that each kind of event happens. */
const story = (act) => [
  ["supply", () => act.supply(0, 0, act.units(0, 10_000))],
  ["supply", () => act.supply(1, 1, act.units(1, 100_000_000))],
  ["supply", () => act.supply(2, 2, act.units(2, 3_000))],
  ["borrow", () => act.borrow(0, 1, act.units(1, 12_000_000), VARIABLE)],
  ["borrow", () => act.borrow(2, 1, act.units(1, 5_000_000), STABLE)],
  ["wait", () => act.wait(30 * DAY)],
  ["repay", () => act.repay(0, 1, act.units(1, 4_000_000), VARIABLE)],
  ["secure", () => act.secure(1, 1, false)],
  ["price", () => act.price(0, 900n * 10n ** 8n)],
  ["liquidate", () => act.liquidate(0, 0, 1, act.units(1, 3_000_000), 1)],
  ["price", () => act.price(0, 2_000n * 10n ** 8n)],
];

const randomStep = (act, random) => {
  const person = random.below(3);
  const at = random.below(RESERVES.length);
  const amount = act.units(at, [random.below(3_000), random.below(400_000), random.below(90)][at] + 1);
  const mode = random.below(4) === 0 ? STABLE : VARIABLE;
  const steps = [
    ["supply", () => act.supply(person, at, amount)],
    ["borrow", () => act.borrow(person, at, amount, mode)],
    ["borrow", () => act.borrow(person, at, amount, mode)],
    ["repay", () => act.repay(person, at, amount, mode)],
    ["withdraw", () => act.withdraw(person, at, random.below(5) === 0 ? 2n ** 256n - 1n : amount)],
    ["secure", () => act.secure(person, at, random.below(2) === 0)],
    ["wait", () => act.wait(random.below(40 * DAY) + 1)],
    ["price", () => act.price(0, BigInt(random.below(1_500) + 700) * 10n ** 8n)],
    ["liquidate", () => act.liquidate(person, at, random.below(RESERVES.length), amount, (person + 1) % 3)],
  ];
  return steps[random.below(steps.length)];
};

const { url, seed } = readArguments("aave.mjs");
const { deployer, people } = await Deployer.open(url, 3);
const market = await deploy(deployer);
const act = actions(market, deployer, people);
const random = new Random(seed);
const steps = story(act);
const { provider, pool, data, tokens } = market;
console.log(JSON.stringify({ provider: provider.address, pool: pool.address, data: data.address, people, tokens: tokens.map(({ address }) => address) }));
await answerCommands({
  next: async () => {
    const [name, run] = steps.shift() ?? randomStep(act, random);
    return { name, succeeded: await run() };
  },
});
