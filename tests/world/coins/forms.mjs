// A person's address in each form, the script of an address, and the key that spends its outputs.
import { createHash } from "node:crypto";
import { schnorr, secp256k1 } from "@noble/curves/secp256k1";
import { bech32, bech32m, createBase58check } from "@scure/base";
import bcoin from "bcoin";

const { KeyRing, Script, Witness } = bcoin;
const base58 = createBase58check((bytes) => createHash("sha256").update(bytes).digest());
const ANYONE = Buffer.from([0x51]);
const LEAF_VERSION = 0xc0;

/** The forms that both nodes support. */
export const FORMS = ["p2pkh", "p2sh", "segwit"];

const secret = (owner, form) => createHash("sha256").update(`${owner} ${form}`).digest();

const ring = (owner, form) => {
  const made = KeyRing.fromPrivate(secret(owner, form), true);
  made.witness = form !== "p2pkh";
  return made;
};

/** A Taproot output with a leaf that anyone can spend without a signature (BIP 341): its key, and the witness that spends it. */
const tree = (owner) => {
  const internal = schnorr.getPublicKey(secret(owner, "taproot"));
  const leaf = schnorr.utils.taggedHash("TapLeaf", Uint8Array.of(LEAF_VERSION, ANYONE.length, ...ANYONE));
  const tweak = BigInt(`0x${Buffer.from(schnorr.utils.taggedHash("TapTweak", internal, leaf)).toString("hex")}`);
  const base = secp256k1.ProjectivePoint.fromHex(Buffer.concat([Buffer.from([2]), internal]));
  const key = base.add(secp256k1.ProjectivePoint.BASE.multiply(tweak)).toRawBytes(true);
  const control = Buffer.concat([Buffer.from([LEAF_VERSION | (key[0] & 1)]), internal]);
  return { key: Buffer.from(key.subarray(1)), witness: [ANYONE, control] };
};

/** The script of a person's outputs of a form. */
export const scriptOf = (owner, form) => {
  if (form === "taproot") return program(1, tree(owner).key);
  if (form === "p2sh") return Script.fromScripthash(ring(owner, form).getNestedHash());
  const hash = ring(owner, form).getKeyHash();
  return form === "segwit" ? program(0, hash) : Script.fromPubkeyhash(hash);
};

const program = (version, bytes) => Script.fromRaw(Buffer.concat([Buffer.from([version && 0x50 + version, bytes.length]), bytes]));

/** Signs every input of a transaction; all of them belong to one person and one form. */
export const sign = (transaction, owner, form) => {
  if (form !== "taproot") return transaction.sign(ring(owner, form)) === transaction.inputs.length;
  for (const input of transaction.inputs) input.witness = Witness.fromItems(tree(owner).witness);
  return true;
};

/** A person's address in a form, as written on the live chain. */
export const addressOf = (owner, form, { pubkey, script, hrp }) => {
  const raw = scriptOf(owner, form).toRaw();
  if (form === "p2pkh") return base58.encode(Buffer.concat([Buffer.from([pubkey]), raw.subarray(3, 23)]));
  if (form === "p2sh") return base58.encode(Buffer.concat([Buffer.from([script]), raw.subarray(2, 22)]));
  const [coder, version] = form === "taproot" ? [bech32m, 1] : [bech32, 0];
  return coder.encode(hrp, [version, ...coder.toWords(raw.subarray(2))]);
};

/** The script that pays to an address. Throws if the text is not an address of this coin. */
export const scriptTo = (address, { pubkey, script, hrp }) => {
  if (address.toLowerCase().startsWith(`${hrp}1`)) return scriptOfSegwit(address, hrp);
  const [version, ...hash] = base58.decode(address);
  if (hash.length === 20 && version === pubkey) return Script.fromPubkeyhash(Buffer.from(hash));
  if (hash.length === 20 && version === script) return Script.fromScripthash(Buffer.from(hash));
  throw new Error("an address of another chain");
};

const scriptOfSegwit = (address, hrp) => {
  const { words, prefix } = bech32.decodeUnsafe(address) ?? bech32m.decode(address);
  const [version, ...rest] = words;
  const coder = version === 0 ? bech32 : bech32m;
  coder.decode(address);
  if (prefix !== hrp) throw new Error("an address of another chain");
  return program(version, Buffer.from(coder.fromWords(rest)));
};
