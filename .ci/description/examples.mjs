// Runs the examples of the page about API keys as they stand in the description, with a key of a running server: the command,
// the TypeScript program with the SDK, and the Rust program in a crate outside the workspace. Each has to print the total.
// Usage: examples.mjs <binary> <target folder>
import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { GENEROUS, startServer } from "../server.mjs";
import { apiKey, person, registered, valued } from "./people.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const [binary, out] = process.argv.slice(2);
const target = resolve(out);
const folder = join(target, "examples");
const cargo = process.env.CARGO ?? "cargo";

const server = await startServer(resolve(binary), GENEROUS);
await server.answers("/readyz", 30_000);
const session = await registered(server, await person(server), "ann@example.org");
await valued(server, session);
const key = await apiKey(server, session, ["portfolio"]);
const env = { ...process.env, SPYHOP_URL: server.origin, SPYHOP_KEY: key.token };

/** Returns the only block of a language on the page about API keys. */
async function example(language) {
  const { tags } = await (await fetch(`${server.origin}/api/openapi.json`)).json();
  const page = tags.find(({ name }) => name === "api-key").description;
  const blocks = [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].filter(([, name]) => name === language);
  if (blocks.length !== 1) throw new Error(`the page about API keys has ${blocks.length} examples in ${language}`);
  return blocks[0][2];
}

/** Runs a program and returns its output. */
async function run(file, words, cwd = folder, settings = env) {
  return (await promisify(execFile)(file, words, { cwd, env: settings })).stdout;
}

/** The command as it stands. Its `--json` needs curl 7.82. */
async function command() {
  return JSON.parse(await run("bash", ["-e", "-c", await example("sh")])).data;
}

/** The program, compiled against the built package. */
async function typescript() {
  const sdk = join(root, "sdk-ts");
  await run("npm", ["run", "build", "--silent"], sdk);
  mkdirSync(join(folder, "node_modules/@spyhop"), { recursive: true });
  const linked = join(folder, "node_modules/@spyhop/sdk");
  mkdirSync(linked, { recursive: true });
  copyFileSync(join(sdk, "package.json"), join(linked, "package.json"));
  await run("cp", ["-r", join(sdk, "dist"), linked]);
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  writeFileSync(join(folder, "example.ts"), await example("ts"));
  const types = ["--types", "node", "--typeRoots", join(root, "node_modules/@types")];
  const options = ["--strict", "--target", "ES2022", "--lib", "ES2023,DOM,DOM.Iterable", "--module", "NodeNext", ...types];
  await run(join(root, "node_modules/.bin/tsc"), [...options, "example.ts"]);
  return run("node", ["example.js"]);
}

/** The program in a crate of its own, with the locked versions of the workspace. */
async function rust() {
  const crate = join(folder, "crate");
  mkdirSync(join(crate, "src"), { recursive: true });
  const workspace = readFileSync(join(root, "Cargo.toml"), "utf8");
  const version = (name) => new RegExp(`^name = "${name}"\nversion = "(.+)"$`, "m").exec(readFileSync(join(root, "Cargo.lock"), "utf8"))[1];
  // Without TLS, which needs more packages than the workspace has; the server of this script has none.
  const manifest = `[package]\nname = "spyhop-api-key-example"\nversion = "0.1.0"\nedition = "2024"\n
[dependencies]
reqwest = { version = "=${version("reqwest")}", default-features = false, features = ["json"] }
serde_json = "1"
tokio = { version = "1", features = ["macros", "rt-multi-thread"] }\n
[workspace]\n
${workspace.slice(workspace.indexOf("[profile.dev]"))}`;
  writeFileSync(join(crate, "Cargo.toml"), manifest);
  copyFileSync(join(root, "Cargo.lock"), join(crate, "Cargo.lock"));
  writeFileSync(join(crate, "src/main.rs"), await example("rust"));
  await run(cargo, ["build", "--offline", "--quiet"], crate, { ...env, CARGO_TARGET_DIR: target });
  return run(join(target, "debug/spyhop-api-key-example"), []);
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const isTotal = (text) => /^\d+(\.\d+)? EUR\b/.test(text);
const outputs = [
  ["curl", await command().then(({ total, currency_code }) => `${total} ${currency_code}`)],
  ["TypeScript", await typescript()],
  ["Rust", await rust()],
];
const wrong = outputs.filter(([, text]) => !isTotal(text));
for (const [name, text] of outputs) console.log(`${name}: ${text.trim()}`);
console.log(`examples of API keys: ${outputs.length - wrong.length} of ${outputs.length} printed the total`);
const { api_keys } = await server.call("organisation/api-key/list-api-keys", {}, session);
if (api_keys[0].last_used_on === null) throw new Error("the key was not used");
process.exit(wrong.length === 0 ? 0 : 1);
