// The two coins: how their addresses are written on the live chain, and the options of their test nodes.
import { createHash, scryptSync } from "node:crypto";

const sha256 = (bytes) => createHash("sha256").update(bytes).digest();

/** Litecoin's proof-of-work hash: scrypt of the header, salted with the header. */
const scrypt = (header) => scryptSync(header, header, 32, { N: 1024, r: 1, p: 1 });

/**
 * `genesis` is the first block of the live chain: the mock server identifies itself as a server of that chain, although its
 * node has a chain of its own. `taproot` states whether the node supports it.
 */
export const KINDS = {
  bitcoin: {
    prefixes: { pubkey: 0, script: 5, hrp: "bc" },
    genesis: "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f",
    work: (header) => sha256(sha256(header)),
    taproot: false,
  },
  litecoin: {
    prefixes: { pubkey: 48, script: 50, hrp: "ltc" },
    genesis: "12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2",
    work: scrypt,
    taproot: true,
  },
};
