// Contracts and accounts for the script of transactions: tokens, Uniswap v2 and v3 with liquidity, a vault, and others.
import { id, getAddress } from "ethers";
import { ownContract, packagedContract } from "../artifacts.mjs";

const E18 = 10n ** 18n;
const NAMES = ["ann", "ben", "cleo", "dan"];
const FOREVER = 2n ** 40n;
const MAX = 2n ** 256n - 1n;
/** The ticks of a full range, by fee. */
const FULL_RANGE = { 500: 887270, 3000: 887220 };
const UNISWAP = {
  v2Factory: "@uniswap/v2-core/build/UniswapV2Factory.json",
  v2Pair: "@uniswap/v2-core/build/UniswapV2Pair.json",
  v2Router: "@uniswap/v2-periphery/build/UniswapV2Router02.json",
  v3Factory: "@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json",
  v3Router: "@uniswap/v3-periphery/artifacts/contracts/SwapRouter.sol/SwapRouter.json",
  positions: "@uniswap/v3-periphery/artifacts/contracts/NonfungiblePositionManager.sol/NonfungiblePositionManager.json",
};
export const abiOf = {
  token: ownContract("PlainToken").abi,
  weth: packagedContract("canonical-weth/build/contracts/WETH9.json").abi,
  pair: packagedContract(UNISWAP.v2Pair).abi,
  v2Factory: packagedContract(UNISWAP.v2Factory).abi,
  v2Router: packagedContract(UNISWAP.v2Router).abi,
  v3Router: packagedContract(UNISWAP.v3Router).abi,
  positions: packagedContract(UNISWAP.positions).abi,
  ...Object.fromEntries(
    ["FeeToken", "Forwarder", "RebasingToken", "Vault", "Collectibles", "PoisonToken"].map((name) => [name, ownContract(name).abi]),
  ),
};

const accountOf = (name) => getAddress(`0x${id(`history of ${name}`).slice(-40)}`);

/** Deploys everything and funds the accounts. Returns the manifest of the script. */
export const setUp = async (sender, weth) => {
  const accounts = NAMES.map(accountOf);
  const strangers = ["stranger", "other", "poisoner"].map(accountOf);
  await sender.prepare([sender.deployer, ...accounts, ...strangers]);
  for (const to of [...accounts, ...strangers]) sender.send({ to, value: 1000n * E18, gas: 21_000 });
  const made = makeTokens(sender);
  const v2Factory = sender.deploy(packagedContract(UNISWAP.v2Factory), sender.deployer);
  const v2Router = sender.deploy(packagedContract(UNISWAP.v2Router), v2Factory.address, weth);
  const v3Factory = sender.deploy(packagedContract(UNISWAP.v3Factory));
  const v3Router = sender.deploy(packagedContract(UNISWAP.v3Router), v3Factory.address, weth);
  const positions = sender.deploy(packagedContract(UNISWAP.positions), v3Factory.address, weth, strangers[0]);
  await sender.settle();
  const wrapped = sender.at(weth, abiOf.weth);
  wrapped.call("deposit", [], { value: 100_000n * E18 });
  fund(made, [sender.deployer, ...accounts]);
  await sender.settle();
  const spenders = [v2Router, v3Router, positions, made.vault].map(({ address }) => address);
  for (const token of [made.usd, made.dai, made.fee, wrapped]) {
    for (const spender of spenders) token.call("approve", [spender, MAX]);
  }
  await sender.settle();
  await addLiquidity(sender, { ...made, wrapped, v2Router, positions });
  const lps = await pairs(sender, v2Factory, [[made.usd.address, weth], [made.usd.address, made.dai.address]]);
  const addresses = Object.fromEntries(Object.entries({ ...made, v2Router, v3Router, positions }).map(([key, one]) => [key, one.address]));
  return { accounts, strangers, contracts: { ...addresses, weth, lps }, positions: await makePositions(sender, accounts, { ...made, wrapped, spenders, lps, v2Router, positions }) };
};

const makeTokens = (sender) => {
  const plain = (name, symbol, decimals) => {
    const token = sender.deploy(ownContract("PlainToken"));
    token.call("describe", [name, symbol, decimals]);
    return token;
  };
  const [usd, dai] = [plain("Dollars", "USD", 6), plain("Dai", "DAI", 18)];
  return {
    usd,
    dai,
    fee: sender.deploy(ownContract("FeeToken")),
    rebasing: sender.deploy(ownContract("RebasingToken")),
    vault: sender.deploy(ownContract("Vault"), dai.address),
    items: sender.deploy(ownContract("Collectibles")),
    poison: sender.deploy(ownContract("PoisonToken")),
    forwarder: sender.deploy(ownContract("Forwarder")),
    failing: sender.deploy(ownContract("Failing")),
  };
};

const fund = (made, holders) => {
  for (const to of holders) {
    made.usd.call("mint", [to, 10n ** 13n + 1n]);
    made.dai.call("mint", [to, 10_000_000n * E18 + 7n]);
    made.fee.call("mint", [to, 1_000_000n * E18 + 3n]);
    made.rebasing.call("mint", [to, 1_000n * E18]);
    for (const item of [1, 2]) made.items.call("mint", [to, item, 1_000_000]);
  }
};

const addLiquidity = async (sender, { usd, dai, wrapped, v2Router, positions }) => {
  v2Router.call("addLiquidityETH", [usd.address, 10n ** 12n, 0, 0, sender.deployer, FOREVER], { value: 500n * E18 });
  v2Router.call("addLiquidity", [usd.address, dai.address, 10n ** 12n, 10n ** 24n, 0, 0, sender.deployer, FOREVER]);
  for (const [one, other, fee] of [[[usd, 10n ** 12n], [dai, 10n ** 24n], 500], [[wrapped, 500n * E18], [dai, 10n ** 24n], 3000]]) {
    const [[token0, amount0], [token1, amount1]] = one[0].address.toLowerCase() < other[0].address.toLowerCase() ? [one, other] : [other, one];
    const price = squareRoot((amount1 << 192n) / amount0);
    positions.call("createAndInitializePoolIfNecessary", [token0.address, token1.address, fee, price]);
    positions.call("mint", [mintOf(token0.address, token1.address, fee, amount0, amount1, sender.deployer)]);
  }
  await sender.settle();
};

const mintOf = (token0, token1, fee, amount0, amount1, recipient) => ({
  token0, token1, fee, tickLower: -FULL_RANGE[fee], tickUpper: FULL_RANGE[fee],
  amount0Desired: amount0, amount1Desired: amount1, amount0Min: 0, amount1Min: 0, recipient, deadline: FOREVER,
});

/** The arguments of a position in the pool of two tokens, in either order. */
export const positionOf = (one, other, fee, recipient) => {
  const [[token0, amount0], [token1, amount1]] = one[0].toLowerCase() < other[0].toLowerCase() ? [one, other] : [other, one];
  return mintOf(token0, token1, fee, amount0, amount1, recipient);
};

const squareRoot = (square) => {
  let root = BigInt(Math.floor(Math.sqrt(Number(square))));
  for (let step = 0; step < 64; step++) root = (root + square / root) / 2n;
  return root;
};

const pairs = async (sender, factory, tokens) => {
  const calls = tokens.map((two) => ["eth_call", [{ to: factory.address, data: factory.encode("getPair", two) }, "latest"]]);
  return (await sender.rpc.callAll(calls)).map((word) => getAddress(`0x${word.slice(-40)}`));
};

/** Every account allows the contracts to spend its tokens and opens a position. Returns the position of each. */
const makePositions = async (sender, accounts, made) => {
  const { usd, dai, fee, wrapped, spenders, lps, v2Router, positions } = made;
  for (const from of accounts) {
    wrapped.call("deposit", [], { from, value: 20n * E18 + 1n });
    for (const token of [usd, dai, fee, wrapped]) for (const spender of spenders) token.call("approve", [spender, MAX], { from });
    for (const pair of lps) sender.at(pair, abiOf.pair).call("approve", [v2Router.address, MAX], { from });
    const args = positionOf([usd.address, 10n ** 9n], [dai.address, 10n ** 21n], 500, from);
    positions.call("mint", [args], { from });
  }
  await sender.settle();
  // The pools' own positions are 1 and 2.
  return accounts.map((_, at) => at + 3);
};
