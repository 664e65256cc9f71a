// Generates a Python client from the API's description and has it make its calls to a server in the demo world.
// Usage: client.mjs <binary> <virtual environment> <description>
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { GENEROUS, startServer } from "../server.mjs";

const [binary, environment, description] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "spyhop-ci-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

function run(name, args, env = {}) {
  const options = { encoding: "utf8", env: { ...process.env, ...env }, maxBuffer: 1 << 26, timeout: 120_000 };
  const { status, stdout, stderr } = spawnSync(join(environment, "bin", name), args, options);
  const output = `${stdout}${stderr}`.trim();
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${output}`);
  return output;
}

const config = join(folder, "config.yaml");
// The generator knows one type of binary content.
writeFileSync(config, "post_hooks: []\ncontent_type_overrides:\n  application/zip: application/octet-stream\n");
const generated = run("openapi-python-client", [
  ...["generate", "--path", description, "--config", config],
  ...["--meta", "none", "--output-path", join(folder, "spyhop_client")],
]);
// A part of the description that the generator leaves out is a warning in its output.
if (/warning|error/i.test(generated)) throw new Error(generated);

const server = await startServer(binary, GENEROUS);
await server.answers("/readyz", 30_000);
console.log(run("python", [join(import.meta.dirname, "client.py"), server.origin], { PYTHONPATH: folder }));
process.exit(0);
