// Builds blocks whose content and parent a test determines.
import { randomBytes } from "node:crypto";
import bcoin from "bcoin";
import { reversed } from "./ledger.mjs";

const { Block, Input, Outpoint, Output, Script, TX, Witness } = bcoin;
/** The lowest difficulty, and a version that signals segregated witness. */
const BITS = 0x207fffff;
const VERSION = 0x20000002;
/** Less than the subsidy of the first hundreds of blocks; fees are not claimed. */
const REWARD = 25_0000_0000;
const SECONDS_APART = 30;

/** Builds a block on top of `parent` ({ hash, height, time }) with these transactions; its coinbase pays to `script`. */
export const makeBlock = (parent, transactions, script, work) => {
  const block = new Block();
  block.version = VERSION;
  block.bits = BITS;
  block.prevBlock = reversed(parent.hash);
  block.time = parent.time + SECONDS_APART;
  const witnesses = transactions.some((transaction) => transaction.hasWitness());
  const reward = coinbase(parent.height + 1, script, witnesses);
  block.txs = [reward, ...transactions];
  if (witnesses) commit(block, reward);
  block.merkleRoot = block.createMerkleRoot("hex");
  while (work(block.toHead())[31] >= 0x7f) block.nonce += 1;
  return { hash: block.rhash(), height: parent.height + 1, time: block.time, hex: block.toRaw().toString("hex") };
};

const coinbase = (height, script, witnesses) => {
  const input = new Input({ prevout: new Outpoint(), sequence: 0xffffffff });
  // The random bytes make the coinbases of two blocks at the same height differ.
  input.script = new Script().pushInt(height).pushData(randomBytes(8)).compile();
  if (witnesses) input.witness = Witness.fromItems([Buffer.alloc(32)]);
  return new TX({ version: 2, inputs: [input], outputs: [new Output({ script, value: REWARD })] });
};

/** The witnesses' commitment (BIP 141), as the coinbase's last output. */
const commit = (block, reward) => {
  const bytes = Buffer.concat([Buffer.from("6a24aa21a9ed", "hex"), block.createCommitmentHash()]);
  reward.outputs.push(new Output({ script: Script.fromRaw(bytes), value: 0 }));
  reward.refresh();
};
