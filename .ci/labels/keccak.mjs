// Keccak-256, for the checksums of addresses (EIP-55). Node's own hashes have SHA-3 only, which pads differently.

const MASK = (1n << 64n) - 1n;
const RATE = 136;
const ROTATIONS = [
  [0, 36, 3, 41, 18],
  [1, 44, 10, 45, 2],
  [62, 6, 43, 15, 61],
  [28, 55, 25, 21, 56],
  [27, 20, 39, 8, 14],
];

const rotate = (word, by) => (by === 0 ? word : ((word << BigInt(by)) | (word >> BigInt(64 - by))) & MASK);

/** The constants of the 24 rounds, by the linear feedback shift register of the specification. */
function roundConstants() {
  let register = 1;
  return Array.from({ length: 24 }, () => {
    let constant = 0n;
    for (let power = 0; power < 7; power++) {
      if (register & 1) constant |= 1n << BigInt(2 ** power - 1);
      register = (register << 1) ^ (register & 0x80 ? 0x171 : 0);
    }
    return constant;
  });
}

const CONSTANTS = roundConstants();
const five = (make) => Array.from({ length: 5 }, (_, x) => make(x));

function permute(state) {
  for (const constant of CONSTANTS) {
    const columns = five((x) => state[x].reduce((sum, word) => sum ^ word));
    const mixed = five((x) => columns[(x + 4) % 5] ^ rotate(columns[(x + 1) % 5], 1));
    const moved = five(() => five(() => 0n));
    for (let x = 0; x < 5; x++)
      for (let y = 0; y < 5; y++) moved[y][(2 * x + 3 * y) % 5] = rotate(state[x][y] ^ mixed[x], ROTATIONS[x][y]);
    for (let x = 0; x < 5; x++)
      for (let y = 0; y < 5; y++) state[x][y] = moved[x][y] ^ (~moved[(x + 1) % 5][y] & MASK & moved[(x + 2) % 5][y]);
    state[0][0] ^= constant;
  }
}

/** The hash of an ASCII text as hex digits. */
export function keccak(text) {
  const length = Math.ceil((text.length + 1) / RATE) * RATE;
  const bytes = Buffer.alloc(length);
  bytes.write(text, "ascii");
  bytes[text.length] |= 1;
  bytes[length - 1] |= 0x80;
  const state = five(() => five(() => 0n));
  for (let start = 0; start < length; start += RATE) {
    for (let word = 0; word < RATE / 8; word++) state[word % 5][Math.floor(word / 5)] ^= bytes.readBigUInt64LE(start + 8 * word);
    permute(state);
  }
  const hash = Buffer.alloc(32);
  for (let word = 0; word < 4; word++) hash.writeBigUInt64LE(state[word][0], 8 * word);
  return hash.toString("hex");
}

/** The canonical spelling of an address; `undefined` for other texts. */
export function checksummed(text) {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return undefined;
  const digits = text.slice(2).toLowerCase();
  const hash = keccak(digits);
  return `0x${[...digits].map((digit, at) => (parseInt(hash[at], 16) >= 8 ? digit.toUpperCase() : digit)).join("")}`;
}
