// The commands of a test for a coin: pay, mine blocks, and reorganize the chain.
import { setTimeout as sleep } from "node:timers/promises";
import bcoin from "bcoin";
import { makeBlock } from "./blocks.mjs";
import { addressOf, FORMS, scriptOf, scriptTo, sign } from "./forms.mjs";

const { Coin, MTX } = bcoin;
const BANK = ["bank", "segwit"];
const FIRST_BLOCKS = 110;
const TRIES = 200;

export class Bank {
  #rpc;
  #ledger;
  #kind;

  constructor(rpc, ledger, kind) {
    this.#rpc = rpc;
    this.#ledger = ledger;
    this.#kind = kind;
  }

  /** Mines the first blocks, so that the bank has funds. */
  async open() {
    await this.#ledger.follow();
    const first = { hash: this.#ledger.tip.hash, height: 0, time: Math.floor(Date.now() / 1000) - 7_000 };
    await this.#extend(first, Array.from({ length: FIRST_BLOCKS }, () => []));
  }

  /** A person's addresses by form. */
  addresses({ owner }) {
    const forms = this.#kind.taproot ? [...FORMS, "taproot"] : FORMS;
    return forms.map((form) => addressOf(owner, form, this.#kind.prefixes));
  }

  /** Pays from a person's outputs of a form, or from the bank's; the change is returned. Waits until the node knows the payment. */
  async pay({ from = BANK, to, fee }) {
    const transaction = this.#payment(from, this.#ledger.unspent(scriptOf(...from)), to, fee);
    const id = transaction.txid();
    await this.#rpc.call("sendrawtransaction", [transaction.toRaw().toString("hex")]);
    for (let tries = 0; tries < TRIES; tries += 1) {
      if ((await this.#rpc.call("getrawmempool")).includes(id)) return id;
      await sleep(10);
    }
    throw new Error(`the node does not take the payment ${id}`);
  }

  #payment(from, coins, to, fee) {
    const transaction = new MTX();
    const spent = enough(coins, to.reduce((sum, [, value]) => sum + value, fee));
    for (const { transaction: { outputs }, transaction: before, index, height } of spent) {
      const { value, script } = outputs[index];
      transaction.addCoin(new Coin({ version: 2, height, value, script, hash: before.hash("hex"), index }));
    }
    for (const [address, value] of to) transaction.addOutput(scriptTo(address, this.#kind.prefixes), value);
    const left = transaction.getInputValue() - transaction.getOutputValue() - fee;
    if (left > 0) transaction.addOutput(scriptOf(...from), left);
    if (!sign(transaction, ...from)) throw new Error("a payment of several owners");
    return transaction.toTX();
  }

  /** Mines blocks; the first contains all pending transactions. Returns the hash of the newest block. */
  async mine({ blocks = 1 }) {
    const contents = Array.from({ length: blocks }, (_, at) => (at === 0 ? this.#ledger.waiting : []));
    return this.#extend(this.#parent(this.#ledger.tip.height), contents);
  }

  /**
   * The newest `depth` blocks are left for `depth` + 1 others without the transaction `without`. With `instead`, another
   * payment of the bank from the same outputs takes its place; without, it is in no block any more. Nothing else moves.
   */
  async reorg({ depth, without, instead, fee }) {
    const { chain } = this.#ledger;
    const left = chain.slice(-depth).map(({ block }) => block.txs.slice(1));
    if (!left.flat().some((transaction) => transaction.txid() === without)) throw new Error(`${without} is in none of them`);
    const replace = (transaction) => {
      if (transaction.txid() !== without) return [transaction];
      return instead ? [this.#payment(BANK, this.#spentBy(transaction), instead, fee)] : [];
    };
    const parent = this.#parent(chain.length - 1 - depth);
    return this.#extend(parent, [...left.map((transactions) => transactions.flatMap(replace)), []]);
  }

  #spentBy(transaction) {
    const before = this.#ledger.chain.flatMap(({ block, height }) => block.txs.map((one) => ({ transaction: one, height })));
    return transaction.inputs.map(({ prevout: { hash, index } }) => ({
      ...before.find((one) => one.transaction.hash("hex") === hash),
      index,
    }));
  }

  #parent(height) {
    const { hash, block } = this.#ledger.chain[height];
    return { hash, height, time: block.time };
  }

  async #extend(parent, contents) {
    let tip = parent;
    for (const transactions of contents) {
      tip = makeBlock(tip, transactions, scriptOf(...BANK), this.#kind.work);
      const refusal = await this.#rpc.call("submitblock", [tip.hex]);
      // The node stores a branch that is not the longest yet and reports it as inconclusive.
      if (refusal && refusal !== "inconclusive") throw new Error(`block ${tip.height}: ${refusal}`);
    }
    await this.#ledger.follow();
    if (this.#ledger.tip.hash !== tip.hash) throw new Error(`the node stays at ${this.#ledger.tip.hash}`);
    return tip.hash;
  }
}

/** Returns the first coins whose sum reaches an amount. */
const enough = (coins, wanted) => {
  let sum = 0;
  const taken = [];
  for (const coin of coins) {
    if (sum >= wanted) break;
    taken.push(coin);
    sum += coin.transaction.outputs[coin.index].value;
  }
  if (sum < wanted) throw new Error(`${wanted} are wanted, ${sum} are there`);
  return taken;
};
