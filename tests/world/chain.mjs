// Sets up a new chain: transactions are sent in order without waiting, and all results are checked at the end.
import { Interface, getAddress, getCreateAddress, toQuantity } from "ethers";

const GAS = toQuantity(15_000_000);

export class Chain {
  #nonces = new Map();
  #pending = [];
  #lastSent = Promise.resolve();

  /** Opens the chain of a fresh node: nonces are counted here, from zero. */
  static async open(rpc, id) {
    const answered = Number(await rpc.call("eth_chainId"));
    if (answered !== id) throw new Error(`${rpc.url} is chain ${answered}, not ${id}`);
    const accounts = await rpc.call("eth_accounts");
    const sent = Number(await rpc.call("eth_getTransactionCount", [accounts[0], "latest"]));
    if (sent !== 0) throw new Error(`${rpc.url} is not fresh: start another node`);
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
    // Sent sequentially and each answered with its receipt, so that every transaction is in a block of its own.
    const sent = this.#lastSent.then(() => this.rpc.call("eth_sendTransactionSync", [numbered]));
    this.#lastSent = sent.catch(() => null);
    const confirmed = sent.then((receipt) => assertSuccess(receipt, numbered));
    this.#pending.push(confirmed.then(() => null, (error) => error));
    return nonce;
  }

  /** Waits for every transaction sent so far and throws the first failure. */
  async settle() {
    const failures = await Promise.all(this.#pending.splice(0));
    const first = failures.find((failure) => failure !== null);
    if (first) throw first;
  }
}

const assertSuccess = ({ status }, transaction) => {
  if (status !== "0x1") throw new Error(`reverted: ${JSON.stringify(transaction).slice(0, 200)}`);
};

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

  /** Calls a view function once for each list of arguments. */
  async readAll(method, argumentLists) {
    const calls = argumentLists.map((args) => {
      const data = this.interface.encodeFunctionData(method, args);
      return ["eth_call", [{ to: this.address, data }, "latest"]];
    });
    const answers = await this.#chain.rpc.callAll(calls);
    return answers.map((answer) => this.interface.decodeFunctionResult(method, answer)[0]);
  }
}
