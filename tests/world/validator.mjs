// Compiles the contract that verifies signatures of wallets that do not exist yet (ERC-6492) into the creation code that the
// product sends to nodes.
// usage: node validator.mjs [--check]
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { HERE } from "./artifacts.mjs";

const NAME = "SignatureValidator";
const FOLDER = join(HERE, "../../adapters/src/chain/evm/contract_wallet");
const CODE = join(FOLDER, "signature_validator.hex");

const SETTINGS = {
  // The oldest rules with which nodes of all chains still run code: no PUSH0 and no MCOPY.
  evmVersion: "london",
  optimizer: { enabled: true, runs: 200 },
  // Without the hash of the source, so that a comment does not change the code.
  metadata: { bytecodeHash: "none", appendCBOR: false },
  outputSelection: { "*": { "*": ["evm.bytecode.object"] } },
};

const solc = createRequire(import.meta.url)("solc");
const content = readFileSync(join(FOLDER, `${NAME}.sol`), "utf8");
const input = { language: "Solidity", sources: { [NAME]: { content } }, settings: SETTINGS };
const output = JSON.parse(solc.compile(JSON.stringify(input)));
const errors = (output.errors ?? []).filter((error) => error.severity === "error");
if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join("\n"));
const code = `${output.contracts[NAME][NAME].evm.bytecode.object}\n`;

if (!process.argv.includes("--check")) {
  writeFileSync(CODE, code);
} else if (readFileSync(CODE, "utf8") !== code) {
  console.error("signature_validator.hex is not what the contract compiles to: run node tests/world/validator.mjs");
  process.exit(1);
}
