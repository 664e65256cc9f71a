// Loads compiled contracts: our own from build/, third-party ones from their npm packages.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const HERE = dirname(fileURLToPath(import.meta.url));
export const BUILD = join(HERE, "build");
export const CONTRACTS = join(BUILD, "contracts.json");

const readOwn = () => {
  try {
    return JSON.parse(readFileSync(CONTRACTS, "utf8")).contracts;
  } catch {
    throw new Error("the contracts are not compiled: run `make world`");
  }
};

let own;

/** One of our contracts: { abi, bytecode, runtime }. */
export const ownContract = (name) => {
  own ??= readOwn();
  if (!own[name]) throw new Error(`contracts/ has no ${name}`);
  return own[name];
};

/** A contract of an npm package, by the path of its artifact: { abi, bytecode }. */
export const packagedContract = (path) => {
  const { abi, bytecode } = JSON.parse(readFileSync(join(HERE, "node_modules", path), "utf8"));
  return { abi, bytecode };
};

/** Multicall3's creation code, which viem contains as a constant that it does not export. */
export const multicallBytecode = () => {
  const constants = join(HERE, "node_modules/viem/_cjs/constants/contracts.js");
  return createRequire(import.meta.url)(constants).multicall3Bytecode;
};
