// Records the deployments of the test world to build/chain-<id>-<load tokens>.json: the calls that change a node, in their order,
// and the manifest of what is on it then. Tests replay them. Skipped while nothing changed.
// usage: node record.mjs
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { concat, keccak256, toUtf8Bytes } from "ethers";
import { BUILD, HERE } from "./artifacts.mjs";
import { furnish } from "./furnish.mjs";
import { Rpc } from "./rpc.mjs";

/** The chain with names, and the one without them whose contents all others have. */
const CHAINS = [1, 10];
/** The numbers of load tokens that tests need. */
const LOAD_TOKENS = [0, 210, 300, 450];
const ANVIL = process.env.SPYHOP_TEST_ANVIL ?? join(HERE, "node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil");
const CHANGES = /^(eth_send|anvil_)/;
const NUL = new Uint8Array(1);

/** Everything that the contents of a chain depend on, with the names of the files. The tests compare it with their own. */
const hashSources = () => {
  const named = (folder, end) => readdirSync(join(HERE, folder)).filter((file) => file.endsWith(end)).map((file) => join(folder, file));
  const files = [...named("", ".mjs"), ...named("contracts", ".sol"), "package-lock.json"].sort();
  return keccak256(concat(files.flatMap((file) => [toUtf8Bytes(file), NUL, readFileSync(join(HERE, file)), NUL])));
};

class RecordingRpc extends Rpc {
  calls = [];

  call(method, params = []) {
    if (CHANGES.test(method)) this.calls.push([method, params]);
    return super.call(method, params);
  }
}

/** Starts a node on a free port. Returns its process and URL. */
const startNode = async (id, folder) => {
  const node = spawn(ANVIL, ["--port", "0", "--chain-id", String(id), "--cache-path", folder], { stdio: ["ignore", "pipe", "inherit"] });
  const failed = new Promise((_, reject) => {
    node.on("error", reject);
    node.on("exit", (code) => reject(new Error(`anvil ended with ${code}`)));
  });
  failed.catch(() => null);
  const lines = createInterface(node.stdout);
  const listening = new Promise((resolve) => {
    lines.on("line", (line) => {
      const address = /^Listening on (\S+)$/.exec(line)?.[1];
      if (address) resolve(`http://${address}`);
    });
  });
  return { node, url: await Promise.race([listening, failed]) };
};

const record = async (id, loadTokens, sources) => {
  const folder = mkdtempSync(join(tmpdir(), "spyhop-record-"));
  const { node, url } = await startNode(id, folder);
  try {
    const rpc = new RecordingRpc(url);
    const manifest = await furnish(rpc, id, loadTokens);
    return { sources, calls: rpc.calls, manifest };
  } finally {
    node.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
};

const isCurrent = (file, sources) => existsSync(file) && JSON.parse(readFileSync(file, "utf8")).sources === sources;

const sources = hashSources();
let recorded = 0;
for (const loadTokens of LOAD_TOKENS) {
  for (const id of CHAINS) {
    const file = join(BUILD, `chain-${id}-${loadTokens}.json`);
    if (isCurrent(file, sources)) continue;
    // Tests may be reading the old file.
    const next = `${file}.${process.pid}`;
    writeFileSync(next, JSON.stringify(await record(id, loadTokens, sources)));
    renameSync(next, file);
    recorded += 1;
  }
}
if (recorded > 0) console.log(`recorded ${recorded} deployments`);
