// Contracts of npm packages whose code names libraries, which are deployed before and put into the code.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { HERE } from "../artifacts.mjs";

const BYTE = 2;

/** A contract of an npm package with the addresses of its libraries, by their names: { abi, bytecode }. */
export const linkedContract = (path, libraries = {}) => {
  const { abi, bytecode, linkReferences } = JSON.parse(readFileSync(join(HERE, "node_modules", path), "utf8"));
  let code = bytecode;
  for (const [name, places] of Object.values(linkReferences).flatMap(Object.entries)) {
    if (!libraries[name]) throw new Error(`${path} needs ${name}`);
    for (const { start, length } of places) {
      const at = "0x".length + start * BYTE;
      code = code.slice(0, at) + libraries[name].slice("0x".length).toLowerCase() + code.slice(at + length * BYTE);
    }
  }
  return { abi, bytecode: code };
};
