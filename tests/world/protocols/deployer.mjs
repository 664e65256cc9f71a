// Deploys contracts on a node and calls them, one transaction after the other.
import { createInterface } from "node:readline";
import { Interface, getAddress, getCreateAddress, toQuantity } from "ethers";
import { Rpc } from "../rpc.mjs";

const GAS = toQuantity(15_000_000);

export class Deployer {
  constructor(rpc, from) {
    this.rpc = rpc;
    this.from = from;
  }

  /** A deployer at the node of this address, and people who can pay for transactions there. */
  static async open(url, count) {
    const rpc = new Rpc(url);
    await rpc.call("anvil_autoImpersonateAccount", [true]);
    const [from] = (await rpc.call("eth_accounts")).map(getAddress);
    const people = Array.from({ length: count }, (_, at) => getAddress(`0x${(at + 1).toString().padStart(40, "a")}`));
    for (const account of [from, ...people]) await rpc.call("anvil_setBalance", [account, toQuantity(10n ** 24n)]);
    return { deployer: new Deployer(rpc, from), people };
  }

  /** Sends a transaction and returns its receipt, whether it succeeded or not. */
  send(transaction) {
    return this.rpc.call("eth_sendTransactionSync", [{ from: this.from, gas: GAS, ...transaction }]);
  }

  async deploy({ abi, bytecode }, ...args) {
    const code = bytecode.startsWith("0x") ? bytecode : `0x${bytecode}`;
    const nonce = Number(await this.rpc.call("eth_getTransactionCount", [this.from, "latest"]));
    const data = code + new Interface(abi).encodeDeploy(args).slice(2);
    const { status } = await this.send({ data });
    if (status !== "0x1") throw new Error(`a contract could not be deployed: ${JSON.stringify(args).slice(0, 200)}`);
    return new Contract(this, getCreateAddress({ from: this.from, nonce }), abi);
  }
}

export class Contract {
  constructor(deployer, address, abi) {
    Object.assign(this, { deployer, address, face: new Interface(abi) });
  }

  /** Calls a function that changes the chain, and returns whether it succeeded. */
  async tries(method, args, from = this.deployer.from) {
    const data = this.face.encodeFunctionData(method, args);
    const { status } = await this.deployer.send({ from, to: this.address, data });
    return status === "0x1";
  }

  async send(method, ...args) {
    if (!(await this.tries(method, args))) throw new Error(`${method} failed`);
  }

  /** Returns what a function answers, without changing the chain. */
  async answer(method, args, from = this.deployer.from) {
    const data = this.face.encodeFunctionData(method, args);
    const answer = await this.deployer.rpc.call("eth_call", [{ from, to: this.address, data }, "latest"]);
    return this.face.decodeFunctionResult(method, answer);
  }

  async read(method, ...args) {
    return (await this.answer(method, args))[0];
  }
}

/** Whatever happens in `run` did not happen afterwards. Returns what it returns. */
export const undone = async (rpc, run) => {
  const before = await rpc.call("evm_snapshot");
  try {
    return await run();
  } finally {
    await rpc.call("evm_revert", [before]);
  }
};

/** The node and the seed of a script: `node protocols/<script> <url> <seed>`. */
export const readArguments = (script) => {
  const [url, seed] = process.argv.slice(2);
  if (!url || !seed) {
    console.error(`usage: node protocols/${script} <url> <seed>`);
    process.exit(2);
  }
  return { url, seed: Number(seed) };
};

/** Answers each line of the input with a line of JSON. */
export const answerCommands = async (commands) => {
  for await (const line of createInterface(process.stdin)) {
    if (!commands[line]) throw new Error(`unknown command: ${line}`);
    console.log(JSON.stringify(await commands[line]()));
  }
};
