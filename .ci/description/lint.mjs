// Lints the API's description with Redocly and Spectral: no error and no warning. Nothing is fetched: reports home and
// update notices are off, and requests would go to a port that nothing listens on.
// Usage: lint.mjs <folder of the installed linters> <description>
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";

const [folder, description] = process.argv.slice(2);
const config = (name) => join(import.meta.dirname, "linters", name);
const nowhere = "http://127.0.0.1:9";
const env = {
  ...process.env,
  HTTP_PROXY: nowhere,
  HTTPS_PROXY: nowhere,
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  REDOCLY_TELEMETRY: "off",
};

async function lint(name, ...options) {
  const child = spawn(join(folder, "node_modules/.bin", name), ["lint", resolve(description), ...options], { env });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => output.push(text));
  const [status] = await once(child, "close");
  if (status !== 0) console.error(`${name} ended with ${status}:\n${Buffer.concat(output)}`);
  return status === 0;
}

const passed = await Promise.all([
  lint("redocly", "--config", config("redocly.yaml")),
  lint("spectral", "--ruleset", config("spectral.yaml"), "--fail-severity", "hint"),
]);
console.log(`linters of the description: ${passed.filter(Boolean).length} of ${passed.length} passed`);
process.exit(passed.every(Boolean) ? 0 : 1);
