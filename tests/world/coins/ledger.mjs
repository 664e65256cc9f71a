// The main chain and the mempool of a node, read block by block as an explorer does.
import bcoin from "bcoin";

const { Block, TX } = bcoin;

export class Ledger {
  #rpc;
  #mempool = new Map();
  /** The main chain from its first block on: { hash, height, block }. */
  chain = [];
  /** The transactions in the mempool. */
  waiting = [];

  constructor(rpc) {
    this.#rpc = rpc;
  }

  get tip() {
    return this.chain.at(-1);
  }

  /** Updates the ledger from the node: drops replaced blocks and reads new ones. */
  async follow() {
    const missing = [];
    let hash = await this.#rpc.call("getbestblockhash");
    while (!this.#knows(hash)) {
      const block = Block.fromRaw(await this.#rpc.call("getblock", [hash, false]), "hex");
      missing.push({ hash, block });
      if (/^0+$/.test(block.prevBlock)) break;
      hash = reversed(block.prevBlock);
    }
    if (missing.length > 0) this.chain.length = this.chain.findIndex((one) => one.hash === hash) + 1;
    for (const one of missing.reverse()) this.chain.push({ ...one, height: this.chain.length });
    this.waiting = await this.#pending();
  }

  #knows(hash) {
    return this.chain.findLast((one) => one.hash === hash) !== undefined;
  }

  async #pending() {
    const ids = await this.#rpc.call("getrawmempool");
    for (const id of ids) {
      if (!this.#mempool.has(id)) this.#mempool.set(id, TX.fromRaw(await this.#rpc.call("getrawtransaction", [id]), "hex"));
    }
    return ids.map((id) => this.#mempool.get(id));
  }

  /** The sums of a script in the format of an explorer: separately for the chain and for the mempool. */
  stats(script) {
    const outputs = new Map();
    const chain = this.chain.flatMap(({ block }) => block.txs);
    return [chain, this.waiting].map((transactions) => sums(transactions, script.toRaw(), outputs));
  }

  /** The confirmed transactions of a script, the newest first, with the outputs that they spend. */
  history(script) {
    const confirmed = this.#transactions(script).filter(({ hash }) => hash !== undefined);
    return confirmed.reverse();
  }

  /** The transactions of a script in the mempool, with the outputs that they spend. */
  pending(script) {
    return this.#transactions(script).filter(({ hash }) => hash === undefined);
  }

  #transactions(script) {
    const raw = script.toRaw();
    const outputs = new Map();
    const found = [];
    const made = (transaction) => transaction.outputs.map((output) => ({ own: output.script.toRaw().equals(raw), value: output.value }));
    for (const { block, hash, height } of [...this.chain, { block: { txs: this.waiting } }]) {
      // The mempool has no order: a transaction may spend an output of a later one.
      for (const transaction of block.txs) {
        made(transaction).forEach((output, index) => outputs.set(place(transaction.hash("hex"), index), output));
      }
      for (const transaction of block.txs) {
        const isCoinbase = transaction.isCoinbase();
        const own = made(transaction);
        const inputs = transaction.inputs.map(({ prevout }) => outputs.get(place(prevout.hash, prevout.index)) ?? null);
        if (![...own, ...inputs].some((output) => output?.own)) continue;
        const sum = (list) => list.reduce((total, { value }) => total + value, 0);
        const fee = isCoinbase ? 0 : sum(inputs) - sum(own);
        found.push({ txid: transaction.txid(), inputs, outputs: own, isCoinbase, fee, height, hash, time: block.time });
      }
    }
    return found;
  }

  /** The confirmed outputs of a script that no confirmed or pending transaction spends. Coinbases only if they are mature. */
  unspent(script, maturity = 100) {
    const raw = script.toRaw();
    const found = new Map();
    for (const { block, height } of this.chain) {
      for (const transaction of block.txs) {
        transaction.outputs.forEach((output, index) => {
          const young = transaction.isCoinbase() && this.tip.height + 1 - height < maturity;
          if (!young && output.script.toRaw().equals(raw)) found.set(place(transaction.hash("hex"), index), { transaction, index, height });
        });
      }
    }
    for (const transaction of [...this.chain.flatMap(({ block }) => block.txs), ...this.waiting]) {
      for (const { prevout } of transaction.inputs) found.delete(place(prevout.hash, prevout.index));
    }
    return [...found.values()];
  }
}

const place = (hash, index) => `${hash}:${index}`;

/** Hashes of blocks are written in reverse byte order. */
export const reversed = (hex) => Buffer.from(hex, "hex").reverse().toString("hex");

/** Adds the outputs of the script to `outputs`, so that later transactions that spend them are recognized. */
const sums = (transactions, raw, outputs) => {
  const stats = { funded_txo_count: 0, funded_txo_sum: 0, spent_txo_count: 0, spent_txo_sum: 0, tx_count: 0 };
  for (const transaction of transactions) {
    const before = stats.funded_txo_count + stats.spent_txo_count;
    for (const { prevout } of transaction.inputs) {
      const value = outputs.get(place(prevout.hash, prevout.index));
      if (value !== undefined) {
        stats.spent_txo_count += 1;
        stats.spent_txo_sum += value;
      }
    }
    transaction.outputs.forEach((output, index) => {
      if (!output.script.toRaw().equals(raw)) return;
      outputs.set(place(transaction.hash("hex"), index), output.value);
      stats.funded_txo_count += 1;
      stats.funded_txo_sum += output.value;
    });
    if (stats.funded_txo_count + stats.spent_txo_count > before) stats.tx_count += 1;
  }
  return stats;
};
