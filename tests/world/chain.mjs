// Sets up a new chain: transactions are sent in order without waiting, and all results are checked at the end.
import { Interface, getAddress, getCreateAddress, toQuantity } from "ethers";
import { Rpc } from "./rpc.mjs";

const GAS = toQuantity(15_000_000);
const RECEIPT_TRIES = 400;
const RECEIPT_PAUSE_MS = 3;

export class Chain {
  #nonces = new Map();
  #pending = [];
  #lastSent = Promise.resolve();

  /** Opens a chain without transactions: nonces are counted here, from zero. */
  static async open(url, id) {
    const rpc = new Rpc(url);
    const answered = Number(await rpc.call("eth_chainId"));
    if (answered !== id) throw new Error(`${url} is chain ${answered}, not ${id}`);
    const accounts = await rpc.call("eth_accounts");
    const sent = Number(await rpc.call("eth_getTransactionCount", [accounts[0], "latest"]));
    if (sent !== 0) throw new Error(`${url} is not fresh: start another node`);
    return new Chain(rpc, id, accounts.map(getAddress));
  }

  constructor(rpc, id, accounts) {
    this.rpc = rpc;
    this.id = id;
    [this.deployer, ...this.accounts] = accounts;
  }

  /** The contract at an address, whether its code is there already or not. */
  at(address, abi) {
    return new Contract(this, address, abi);
  }

  /** Sends the creation of a contract, and returns the contract at its future address. */
  deploy({ abi, bytecode }, ...args) {
    const data = bytecode + new Interface(abi).encodeDeploy(args).slice(2);
    const nonce = this.send({ data });
    return this.at(getCreateAddress({ from: this.deployer, nonce }), abi);
  }

  /** Sets the runtime code of any address, without a transaction. */
  async place(address, { abi, runtime }) {
    await this.rpc.call("anvil_setCode", [address, runtime]);
    return this.at(address, abi);
  }

  /** Sends a transaction, by default from the deployer, and returns its nonce. settle() reports whether it succeeded. */
  send({ from = this.deployer, ...transaction }) {
    const nonce = this.#nonces.get(from) ?? 0;
    this.#nonces.set(from, nonce + 1);
    const numbered = { from, gas: GAS, nonce: toQuantity(nonce), ...transaction };
    // Sent sequentially, because the node may not mine a transaction that arrives before its predecessor.
    const sent = this.#lastSent.then(() => this.rpc.call("eth_sendTransaction", [numbered]));
    this.#lastSent = sent.catch(() => null);
    const confirmed = sent.then((hash) => this.#confirm(hash, numbered));
    this.#pending.push(confirmed.then(() => null, (error) => error));
    return nonce;
  }

  /** Waits for every transaction sent so far and throws the first failure. */
  async settle() {
    const failures = await Promise.all(this.#pending.splice(0));
    const first = failures.find((failure) => failure !== null);
    if (first) throw first;
  }

  async #confirm(hash, transaction) {
    // The receipt may be available slightly later than the transaction is accepted.
    for (let attempt = 0; attempt < RECEIPT_TRIES; attempt++) {
      const receipt = await this.rpc.call("eth_getTransactionReceipt", [hash]);
      if (receipt?.status === "0x1") return;
      if (receipt) throw new Error(`reverted: ${JSON.stringify(transaction).slice(0, 200)}`);
      await new Promise((resolve) => setTimeout(resolve, RECEIPT_PAUSE_MS));
    }
    throw new Error(`no receipt for ${hash}`);
  }
}

class Contract {
  #chain;

  constructor(chain, address, abi) {
    this.#chain = chain;
    this.address = address;
    this.interface = new Interface(abi);
  }

  /** Sends a call that changes the chain. `options` may hold `from` and `value`. */
  send(method, args = [], options = {}) {
    this.#chain.send({ to: this.address, data: this.interface.encodeFunctionData(method, args), ...options });
  }

  /** Calls a view function. */
  async read(method, ...args) {
    const data = this.interface.encodeFunctionData(method, args);
    const answer = await this.#chain.rpc.call("eth_call", [{ to: this.address, data }, "latest"]);
    return this.interface.decodeFunctionResult(method, answer)[0];
  }
}
