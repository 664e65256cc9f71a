// The part of Esplora's API that is needed for balances and histories, computed from a ledger. Formats follow its documentation: separate sums
// for chain and mempool, heights and hashes as plain text, and errors as plain text with a status.
import { scriptTo } from "./forms.mjs";
import { reversed } from "./ledger.mjs";

/** Returns { status, type, body } for a path below the API's base. */
export const answer = (path, ledger, kind) => {
  const [noun, argument, more, part, after] = path.split("/").slice(1);
  if (path === "/blocks/tip/height") return text(200, String(ledger.tip.height));
  if (path === "/blocks/tip/hash") return text(200, ledger.tip.hash);
  if (noun === "address" && more === undefined) return address(argument, ledger, kind);
  if (noun === "address" && more === "txs" && part === "chain") return transactions(argument, after, ledger, kind);
  if (noun === "address" && more === "txs" && part === "mempool") return waiting(argument, ledger, kind);
  if (noun === "block" && more === undefined) return block(argument, ledger);
  if (noun === "block-height") return hashAt(Number(argument), ledger, kind);
  return text(404, "Not Found");
};

const text = (status, body) => ({ status, type: "text/plain", body });
const json = (value) => ({ status: 200, type: "application/json", body: JSON.stringify(value) });

/** The transactions of a page. */
const PAGE = 25;

const scriptOf = (wanted, kind) => {
  try {
    return scriptTo(wanted, kind.prefixes);
  } catch {
    return null;
  }
};

const address = (wanted, ledger, kind) => {
  const script = scriptOf(wanted, kind);
  if (script === null) return text(400, "Invalid Bitcoin address");
  const [chain_stats, mempool_stats] = ledger.stats(script);
  return json({ address: wanted, chain_stats, mempool_stats });
};

/** Confirmed transactions, the newest first. Addresses of others are left out. */
const transactions = (wanted, after, ledger, kind) => {
  const script = scriptOf(wanted, kind);
  if (script === null) return text(400, "Invalid Bitcoin address");
  const all = ledger.history(script);
  const start = after === undefined ? 0 : all.findIndex(({ txid }) => txid === after) + 1;
  return json(all.slice(start, start + PAGE).map((one) => row(wanted, one)));
};

/** The transactions in the mempool. */
const waiting = (wanted, ledger, kind) => {
  const script = scriptOf(wanted, kind);
  if (script === null) return text(400, "Invalid Bitcoin address");
  return json(ledger.pending(script).map((one) => row(wanted, one)));
};

const row = (wanted, { txid, inputs, outputs, isCoinbase, fee, height, hash, time }) => {
  const named = ({ own, value }) => ({ value, ...(own ? { scriptpubkey_address: wanted } : {}) });
  return {
    txid,
    vin: inputs.map((output) => ({ is_coinbase: isCoinbase, prevout: isCoinbase ? null : named(output) })),
    vout: outputs.map(named),
    fee,
    status: hash === undefined ? { confirmed: false } : { confirmed: true, block_height: height, block_hash: hash, block_time: time },
  };
};

const block = (hash, ledger) => {
  const found = ledger.chain.find((one) => one.hash === hash);
  if (!found) return text(404, "Block not found");
  const { height, block: made } = found;
  return json({
    id: hash,
    height,
    version: made.version,
    timestamp: made.time,
    tx_count: made.txs.length,
    size: made.getSize(),
    weight: made.getWeight(),
    merkle_root: reversed(made.merkleRoot),
    previousblockhash: height === 0 ? null : reversed(made.prevBlock),
    nonce: made.nonce,
    bits: made.bits,
  });
};

const hashAt = (height, ledger, kind) => {
  // Only this answer is not the node's: a server identifies its chain by the first block.
  if (height === 0) return text(200, kind.genesis);
  const found = ledger.chain[height];
  return found ? text(200, found.hash) : text(404, "Block not found");
};
