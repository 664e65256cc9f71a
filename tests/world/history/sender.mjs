// Sends many transactions per block, in an order that does not depend on time.
import { Interface, getCreateAddress, toQuantity } from "ethers";
import { Rpc } from "../rpc.mjs";

const GWEI = 10n ** 9n;
const FEES = { maxFeePerGas: toQuantity(200n * GWEI), maxPriorityFeePerGas: toQuantity(GWEI) };
const SETUP_GAS = 15_000_000;
const BLOCK_GAS = 2_000_000_000;
const BLOCK_SECONDS = 12;

export class Sender {
  #nonces = new Map();
  #queue = [];
  #time;

  static async open(url) {
    const rpc = new Rpc(url);
    await rpc.call("evm_setAutomine", [false]);
    await rpc.call("anvil_autoImpersonateAccount", [true]);
    await rpc.call("evm_setBlockGasLimit", [toQuantity(BLOCK_GAS)]);
    const { timestamp } = await rpc.call("eth_getBlockByNumber", ["latest", false]);
    const [deployer] = await rpc.call("eth_accounts");
    await rpc.call("anvil_setBalance", [deployer, toQuantity(10n ** 26n)]);
    return new Sender(rpc, deployer, Number(timestamp));
  }

  constructor(rpc, deployer, time) {
    this.rpc = rpc;
    this.deployer = deployer;
    this.#time = time;
  }

  /** Loads the nonces of these accounts. */
  async prepare(accounts) {
    const nonces = await this.rpc.callAll(accounts.map((from) => ["eth_getTransactionCount", [from, "latest"]]));
    accounts.forEach((from, at) => this.#nonces.set(from, Number(nonces[at])));
  }

  /** Queues a transaction for the next block. */
  send({ from = this.deployer, gas = SETUP_GAS, value = 0n, ...rest }) {
    const nonce = this.#nonces.get(from);
    this.#nonces.set(from, nonce + 1);
    this.#queue.push({ from, nonce: toQuantity(nonce), gas: toQuantity(gas), value: toQuantity(value), ...FEES, ...rest });
    return nonce;
  }

  /** Queues the creation of a contract. */
  deploy({ abi, bytecode }, ...args) {
    const code = bytecode.startsWith("0x") ? bytecode : `0x${bytecode}`;
    const fabric = new Interface(abi);
    const nonce = this.send({ data: code + fabric.encodeDeploy(args).slice(2) });
    return this.at(getCreateAddress({ from: this.deployer, nonce }), abi);
  }

  at(address, abi) {
    const face = new Interface(abi);
    const call = (method, args, options = {}) => this.send({ to: address, data: face.encodeFunctionData(method, args), ...options });
    return { address, face, call, encode: (method, args) => face.encodeFunctionData(method, args) };
  }

  get waiting() {
    return this.#queue.length;
  }

  /** Mines one block of everything that is queued. Returns the hashes. */
  async mine() {
    const queued = this.#queue.splice(0);
    const hashes = await this.rpc.callAll(queued.map((one) => ["eth_sendTransaction", [one]]));
    const refused = hashes.findIndex((hash) => hash === null);
    if (refused >= 0) throw new Error(`the node refused ${JSON.stringify(queued[refused]).slice(0, 300)}`);
    this.#time += BLOCK_SECONDS;
    await this.rpc.call("evm_mine", [this.#time]);
    return hashes;
  }

  /** Mines, and throws unless all transactions succeeded. */
  async settle() {
    const hashes = await this.mine();
    const receipts = await this.rpc.callAll(hashes.map((hash) => ["eth_getTransactionReceipt", [hash]]));
    const failed = receipts.findIndex((receipt) => receipt?.status !== "0x1");
    if (failed >= 0) throw new Error(`transaction ${failed} of the setup failed: ${JSON.stringify(receipts[failed]).slice(0, 300)}`);
    return receipts;
  }
}
