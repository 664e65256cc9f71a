// What the accounts of the script do. Each action queues one transaction of its account, and some one of somebody else before.
import { abiOf, positionOf } from "./setup.mjs";
import { ownContract } from "../artifacts.mjs";

const E18 = 10n ** 18n;
const FOREVER = 2n ** 40n;
const MOST = 2n ** 128n - 1n;
const ZERO = "0x0000000000000000000000000000000000000000";

/** Returns the actions with their weights. Each is called with the account and its position. */
export const actionsOf = (sender, manifest, random) => {
  const { accounts, strangers, contracts } = manifest;
  const at = (key, abi) => sender.at(contracts[key], abi);
  const known = {
    usd: at("usd", abiOf.token), dai: at("dai", abiOf.token), weth: at("weth", abiOf.weth), fee: at("fee", abiOf.FeeToken),
    rebasing: at("rebasing", abiOf.RebasingToken), vault: at("vault", abiOf.Vault), items: at("items", abiOf.Collectibles),
    poison: at("poison", abiOf.PoisonToken), forwarder: at("forwarder", abiOf.Forwarder),
    v2: at("v2Router", abiOf.v2Router), v3: at("v3Router", abiOf.v3Router), positions: at("positions", abiOf.positions),
  };
  const world = {
    ...known,
    sender, random, contracts,
    anybody: () => random.pick([...accounts, ...strangers]),
    stranger: () => random.pick(strangers),
    ether: () => random.amount(E18, 50),
    dollars: () => random.amount(10n ** 6n, 90_000),
    dais: () => random.amount(E18, 90_000),
  };
  return [...transfers(world), ...swaps(world), ...liquidity(world), ...deposits(world), ...odd(world)];
};

const transfers = ({ sender, random, anybody, stranger, ether, dollars, dais, usd, dai, fee, rebasing, items, weth, positions, contracts }) => [
  [14, (from) => sender.send({ from, to: anybody(), value: ether(), gas: 21_000 })],
  [2, (from) => sender.send({ from, to: from, value: ether(), gas: 21_000 })],
  [2, (from) => sender.send({ from, to: anybody(), value: 0n, gas: 30_000, data: "0x1234" })],
  [10, (from) => usd.call("transfer", [anybody(), dollars()], call(from))],
  [8, (from) => dai.call("transfer", [anybody(), dais()], call(from))],
  [2, (from) => dai.call("transfer", [from, dais()], call(from))],
  [2, (from) => usd.call("transfer", [anybody(), 0n], call(from))],
  [5, (from) => fee.call("transfer", [anybody(), dais()], call(from))],
  [4, (from) => rebasing.call("transfer", [anybody(), random.amount(E18, 900)], call(from))],
  [4, (from) => usd.call("approve", [stranger(), dollars()], call(from))],
  [1, (from) => items.call("setApprovalForAll", [stranger(), true], call(from))],
  [3, (from) => items.call("safeTransferFrom", [from, anybody(), 1, 1 + random.below(5), "0x"], call(from))],
  [2, (from) => items.call("safeBatchTransferFrom", [from, anybody(), [1, 2], [1, 2], "0x"], call(from))],
  [4, (from) => weth.call("deposit", [], { ...call(from), value: ether() })],
  [2, (from) => sender.send({ from, to: contracts.weth, value: ether(), gas: 80_000 })],
  [4, (from) => weth.call("withdraw", [ether()], call(from))],
  [1, (from, own) => positions.call("approve", [stranger(), own], call(from))],
];

const swaps = ({ random, usd, dai, weth, v2, v3, dollars, dais, ether, fee, anybody }) => {
  const path = (...tokens) => tokens.map(({ address }) => address);
  const single = (one, other, poolFee, amountIn, recipient) => ({
    tokenIn: one.address, tokenOut: other.address, fee: poolFee, recipient, deadline: FOREVER, amountIn, amountOutMinimum: 0, sqrtPriceLimitX96: 0,
  });
  return [
    [6, (from) => v2.call("swapExactTokensForTokens", [dollars(), 0, path(usd, dai), from, FOREVER], call(from))],
    [3, (from) => v2.call("swapExactTokensForTokens", [dais(), 0, path(dai, usd, weth), anybody(), FOREVER], call(from))],
    [5, (from) => v2.call("swapExactETHForTokens", [0, path(weth, usd), from, FOREVER], { ...call(from), value: ether() })],
    [3, (from) => v2.call("swapETHForExactTokens", [dollars(), path(weth, usd), from, FOREVER], { ...call(from), value: E18 })],
    [6, (from) => v2.call("swapExactTokensForETH", [dollars(), 0, path(usd, weth), from, FOREVER], call(from))],
    [6, (from) => v3.call("exactInputSingle", [single(usd, dai, 500, dollars(), from)], call(from))],
    [4, (from) => {
      const value = ether();
      v3.call("exactInputSingle", [single(weth, dai, 3000, value, from)], { ...call(from), value });
    }],
    [5, (from) => {
      const swap = v3.encode("exactInputSingle", [single(dai, weth, 3000, dais(), ZERO)]);
      v3.call("multicall", [[swap, v3.encode("unwrapWETH9", [0, from])]], call(from));
    }],
    // More in than the account has, in a router that reverts.
    [2, (from) => v2.call("swapExactTokensForTokens", [10n ** 20n, 0, path(usd, dai), from, FOREVER], call(from))],
    [1, (from) => fee.call("transferFrom", [anybody(), from, random.amount(E18, 900)], call(from))],
  ];
};

const liquidity = ({ usd, dai, v2, positions, dollars, random, ether }) => [
  [3, (from) => {
    const amount = dollars();
    v2.call("addLiquidity", [usd.address, dai.address, amount, amount * 10n ** 12n, 0, 0, from, FOREVER], call(from));
  }],
  [3, (from) => v2.call("addLiquidityETH", [usd.address, dollars(), 0, 0, from, FOREVER], { ...call(from), value: ether() })],
  [2, (from) => v2.call("removeLiquidityETH", [usd.address, 1000 + random.below(100_000_000), 0, 0, from, FOREVER], call(from))],
  [2, (from) => v2.call("removeLiquidity", [usd.address, dai.address, 1000 + random.below(10 ** 9), 0, 0, from, FOREVER], call(from))],
  [2, (from) => positions.call("mint", [positionOf([usd.address, 10n ** 7n], [dai.address, 10n ** 19n], 500, from)], call(from))],
  [2, (from, own) => {
    const args = { tokenId: own, amount0Desired: 10n ** 7n, amount1Desired: 10n ** 19n, amount0Min: 0, amount1Min: 0, deadline: FOREVER };
    positions.call("increaseLiquidity", [args], call(from));
  }],
  [3, (from, own) => {
    const less = positions.encode("decreaseLiquidity", [{ tokenId: own, liquidity: 10n ** 9n, amount0Min: 0, amount1Min: 0, deadline: FOREVER }]);
    const collect = positions.encode("collect", [{ tokenId: own, recipient: from, amount0Max: MOST, amount1Max: MOST }]);
    positions.call("multicall", [[less, collect]], call(from));
  }],
];

const deposits = ({ vault, dais, random }) => [
  [4, (from) => vault.call("deposit", [dais(), from], call(from))],
  [2, (from) => vault.call("withdraw", [random.amount(E18, 900), from, from], call(from))],
  [1, (from) => vault.call("redeem", [random.amount(E18, 900), from, from], call(from))],
];

const odd = ({ sender, forwarder, rebasing, poison, usd, dai, contracts, ether, anybody, stranger, dais }) => {
  const created = ownContract("Failing").bytecode;
  return [
    [4, (from) => forwarder.call("forward", [anybody()], { ...call(from), value: ether() })],
    [3, (from) => forwarder.call("split", [anybody(), from], { ...call(from), value: ether() })],
    [3, (from) => forwarder.call("attempt", [anybody()], { ...call(from), value: ether() })],
    [3, (from) => sender.send({ from, to: contracts.failing, value: ether(), gas: 60_000 })],
    [2, (from) => dai.call("transfer", [anybody(), 10n ** 30n], call(from))],
    [2, (from) => sender.send({ from, data: created, gas: 400_000 })],
    [3, (from) => {
      rebasing.call("rebase", []);
      dai.call("transfer", [stranger(), dais()], call(from));
    }],
    [3, (from) => {
      // A transfer of nothing in the account's name, and one of a worthless token to it.
      const poisoner = { from: stranger(), gas: 200_000 };
      usd.call("transferFrom", [from, stranger(), 0], poisoner);
      poison.call("report", [stranger(), from, 5_000_000], poisoner);
      usd.call("transfer", [from, 1], { from, gas: 100_000 });
    }],
    [2, (from) => {
      sender.send({ from: stranger(), to: from, value: ether(), gas: 21_000 });
      forwarder.call("forward", [stranger()], { ...call(from), value: ether() });
    }],
  ];
};

const call = (from) => ({ from, gas: 900_000 });
