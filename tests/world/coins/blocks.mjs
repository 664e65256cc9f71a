// Blocks made by hand, so that a test decides what is in them and what they build on.
import { randomBytes } from "node:crypto";
import bcoin from "bcoin";
import { reversed } from "./ledger.mjs";

const { Block, Input, Outpoint, Output, Script, TX, Witness } = bcoin;
/** The easiest work there is, and a version that asks for segregated witness. */
const BITS = 0x207fffff;
const VERSION = 0x20000002;
/** Less than any subsidy of the first hundreds of blocks; fees are left to nobody. */
const REWARD = 25_0000_0000;
const SECONDS_APART = 30;

/** A block on top of `parent` ({ hash, height, time }) with these transactions; its coinbase pays to `script`. */
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
  // The random bytes keep two blocks of one height from having the same coinbase.
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
