// Deploys tokens, a collection and the interface of Permit2 on a node, and lets people approve, use and take back step by step: it prints one
// line of JSON with the contracts, and one line for each line of its input, after a step: what it was, and what the contracts state of every approval.
// usage: node protocols/approvals.mjs <url> <seed>
import { ZeroAddress, toQuantity } from "ethers";
import { ownContract } from "../artifacts.mjs";
import { Random } from "../history/random.mjs";
import { Contract, Deployer, answerCommands, readArguments } from "./deployer.mjs";

const PERMIT2 = "0x000000000022D473030F116dDEE9F6B43aC78BA3";
const E18 = 10n ** 18n;
const LARGEST = 2n ** 256n - 1n;
const LARGEST_PERMIT = 2n ** 160n - 1n;
const LARGEST_TIME = 2n ** 48n - 1n;
const IDS = [1n, 2n, 2n ** 255n];

const deploy = async (deployer, people) => {
  const tokens = [];
  for (let at = 0; at < 2; at += 1) {
    const token = await deployer.deploy(ownContract("PlainToken"));
    for (const person of people) await token.send("mint", person, 1000n * E18);
    tokens.push(token);
  }
  const collection = await deployer.deploy(ownContract("PlainCollection"));
  for (const id of IDS) await collection.send("mint", people[0], id);
  await deployer.rpc.call("anvil_setCode", [PERMIT2, ownContract("PermitBook").runtime]);
  const permit2 = new Contract(deployer, PERMIT2, ownContract("PermitBook").abi);
  const broken = [];
  for (const answers of [true, false]) broken.push((await deployer.deploy(ownContract("BrokenAllowances"), answers)).address);
  return { tokens, collection, permit2, broken };
};

/** What people do: each returns whether it succeeded. */
const actions = ({ tokens, collection, permit2 }, spenders, people) => ({
  approve: (person, token, spender, amount) => tokens[token].tries("approve", [spender, amount], people[person]),
  spend: (person, token, spender, amount) => tokens[token].tries("transferFrom", [people[person], spenders[0], amount], spender),
  permit: (person, token, spender, amount, until) => permit2.tries("approve", [tokens[token].address, spender, amount, until], people[person]),
  all: (person, spender, isApproved) => collection.tries("setApprovalForAll", [spender, isApproved], people[person]),
  one: (person, spender, id) => collection.tries("approve", [spender, id], people[person]),
  give: (person, to, id) => collection.tries("transferFrom", [people[person], people[to], id], people[person]),
  burn: (person, id) => collection.tries("burn", [id], people[person]),
});

const wait = async (rpc, seconds) => {
  await rpc.call("evm_increaseTime", [seconds]);
  await rpc.call("evm_mine", []);
  return true;
};

/** The first steps of every run, so that each kind of event happens. */
const story = (act, { rpc }, [router, key, smart], now) => [
  ["approve", () => act.approve(0, 0, router, LARGEST)],
  ["approve", () => act.approve(0, 1, key, 5n)],
  ["approve", () => act.approve(0, 0, smart, 7n * E18)],
  ["spend", () => act.spend(0, 1, key, 2n)],
  ["permit", () => act.permit(0, 0, router, LARGEST_PERMIT, LARGEST_TIME)],
  ["approve", () => act.approve(0, 0, PERMIT2, LARGEST)],
  ["permit", () => act.permit(0, 0, key, 3n, BigInt(now) + 1000n)],
  ["permit", () => act.permit(0, 1, key, 3n, LARGEST_TIME)],
  ["wait", () => wait(rpc, 2000)],
  ["all", () => act.all(0, router, true)],
  ["one", () => act.one(0, key, IDS[0])],
  ["one", () => act.one(0, key, IDS[2])],
  ["give", () => act.give(0, 1, IDS[0])],
  ["burn", () => act.burn(0, IDS[2])],
  ["all", () => act.all(0, router, false)],
  ["approve", () => act.approve(0, 0, router, 0n)],
];

const randomStep = (act, { rpc }, spenders, random, now) => {
  const [person, token] = [random.below(2), random.below(2)];
  const spender = random.pick(spenders);
  const amount = random.weighted([[2, 0n], [2, LARGEST], [3, random.amount(E18, 2_000_000)], [1, 1n]]);
  const until = random.weighted([[2, LARGEST_TIME], [1, 0n], [3, BigInt(now) + BigInt(random.below(9000))]]);
  const id = random.pick(IDS);
  return random.weighted([
    [5, ["approve", () => act.approve(person, token, random.below(3) === 0 ? PERMIT2 : spender, amount)]],
    [4, ["spend", () => act.spend(person, token, spender, random.amount(E18, 1_500_000))]],
    [5, ["permit", () => act.permit(person, token, spender, amount > LARGEST_PERMIT ? LARGEST_PERMIT : amount, until)]],
    [2, ["all", () => act.all(person, spender, random.below(2) === 0)]],
    [2, ["one", () => act.one(person, random.below(4) === 0 ? ZeroAddress : spender, id)]],
    [1, ["give", () => act.give(person, 1 - person, id)]],
    [2, ["wait", () => wait(rpc, random.below(3000))]],
  ]);
};

/** What the contracts state of every approval that a person could have made. */
const stated = async ({ tokens, collection, permit2 }, { rpc }, spenders, person) => {
  const { timestamp } = await rpc.call("eth_getBlockByNumber", ["latest", false]);
  const found = [];
  for (const token of tokens) {
    const permitted = await token.read("allowance", person, PERMIT2);
    for (const spender of [...spenders, PERMIT2]) {
      const amount = await token.read("allowance", person, spender);
      if (amount > 0n) found.push({ contract: token.address, spender, scope: "amount", amount: String(amount) });
    }
    for (const spender of spenders) {
      const [amount, expiration] = await permit2.answer("allowance", [person, token.address, spender]);
      const least = amount < permitted ? amount : permitted;
      if (least > 0n && expiration >= BigInt(timestamp)) found.push({ contract: token.address, spender, scope: "permit2", amount: String(least), until: Number(expiration) });
    }
  }
  for (const spender of spenders) {
    if (await collection.read("isApprovedForAll", person, spender)) found.push({ contract: collection.address, spender, scope: "collection" });
  }
  for (const id of IDS) {
    try {
      const [owner, spender] = [await collection.read("ownerOf", id), await collection.read("getApproved", id)];
      if (owner === person && spender !== ZeroAddress) found.push({ contract: collection.address, spender, scope: "token", id: String(id) });
    } catch {
      // It was destroyed.
    }
  }
  return { person, allowances: found };
};

const { url, seed } = readArguments("approvals.mjs");
const { deployer, people } = await Deployer.open(url, 4);
const [, , key, smart] = people;
const world = await deploy(deployer, people.slice(0, 2));
const router = world.collection.address;
await deployer.rpc.call("anvil_setCode", [smart, `0xef0100${router.slice(2).toLowerCase()}`]);
await deployer.rpc.call("anvil_setBalance", [router, toQuantity(10n ** 24n)]);
const spenders = [router, key, smart];
const act = actions(world, spenders, people);
const random = new Random(seed);
const now = Number((await deployer.rpc.call("eth_getBlockByNumber", ["latest", false])).timestamp);
const steps = story(act, deployer, spenders, now);
const { tokens, collection, broken } = world;
console.log(JSON.stringify({ people: people.slice(0, 2), tokens: tokens.map(({ address }) => address), collection: collection.address, broken, router, key, smart, ids: IDS.map(String) }));
await answerCommands({
  next: async () => {
    const [name, run] = steps.shift() ?? randomStep(act, deployer, spenders, random, now);
    const succeeded = await run();
    const all = [];
    for (const person of people.slice(0, 2)) all.push(await stated(world, deployer, spenders, person));
    return { name, succeeded, stated: all };
  },
});
