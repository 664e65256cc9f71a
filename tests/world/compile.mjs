// Compiles contracts/ to build/contracts.json: name -> { abi, bytecode, runtime }. Offline; skipped while nothing changed.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { BUILD, CONTRACTS, HERE } from "./artifacts.mjs";

const SETTINGS = {
  evmVersion: "cancun",
  optimizer: { enabled: true, runs: 200 },
  outputSelection: { "*": { "*": ["abi", "evm.bytecode.object", "evm.deployedBytecode.object"] } },
};

const readSources = () => {
  const folder = join(HERE, "contracts");
  const files = readdirSync(folder).filter((file) => file.endsWith(".sol")).sort();
  return Object.fromEntries(files.map((file) => [file, { content: readFileSync(join(folder, file), "utf8") }]));
};

const hashOf = (sources) => {
  const lock = readFileSync(join(HERE, "package-lock.json"), "utf8");
  return createHash("sha256").update(JSON.stringify([sources, SETTINGS, lock])).digest("hex");
};

const isCurrent = (hash) => {
  try {
    return JSON.parse(readFileSync(CONTRACTS, "utf8")).hash === hash;
  } catch {
    return false;
  }
};

const importFile = (path) => {
  try {
    return { contents: readFileSync(join(HERE, "node_modules", path), "utf8") };
  } catch (error) {
    return { error: String(error) };
  }
};

const compile = (sources) => {
  // Loading the compiler takes a second, so it is loaded only if there is something to compile.
  const solc = createRequire(import.meta.url)("solc");
  const input = { language: "Solidity", sources, settings: SETTINGS };
  const output = JSON.parse(solc.compile(JSON.stringify(input), { import: importFile }));
  const errors = (output.errors ?? []).filter((error) => error.severity === "error");
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join("\n"));
  return output.contracts;
};

const artifactsOf = (compiled, files) => {
  const artifacts = {};
  for (const file of files) {
    for (const [name, contract] of Object.entries(compiled[file])) {
      const { bytecode, deployedBytecode } = contract.evm;
      artifacts[name] = { abi: contract.abi, bytecode: `0x${bytecode.object}`, runtime: `0x${deployedBytecode.object}` };
    }
  }
  return artifacts;
};

const sources = readSources();
const hash = hashOf(sources);
if (!isCurrent(hash)) {
  const contracts = artifactsOf(compile(sources), Object.keys(sources));
  mkdirSync(BUILD, { recursive: true });
  writeFileSync(CONTRACTS, JSON.stringify({ hash, contracts }));
  console.log(`compiled ${Object.keys(contracts).length} contracts`);
}
