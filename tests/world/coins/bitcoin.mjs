// A Bitcoin node in memory: bcoin on a separate test network.
// usage: node bitcoin.mjs <port of its JSON-RPC>
import bcoin from "bcoin";

const { FullNode, Network } = bcoin;

// Segregated witness is active after six blocks that signal it, instead of after 432.
Object.assign(Network.get("regtest").deployments.segwit, { window: 2, threshold: 1 });

const node = new FullNode({
  network: "regtest",
  memory: true,
  workers: false,
  listen: false,
  host: "127.0.0.1",
  httpHost: "127.0.0.1",
  httpPort: Number(process.argv[2]),
  noAuth: true,
  logConsole: false,
  logFile: false,
  env: false,
  argv: false,
});
await node.open();
