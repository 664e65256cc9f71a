// Sets up a new node and prints its manifest as one line of JSON.
// usage: node deploy.mjs <url> <chainId> [--tokens <count>]
import { parseArgs } from "node:util";
import { furnish } from "./furnish.mjs";
import { Rpc } from "./rpc.mjs";

const { positionals, values } = parseArgs({ allowPositionals: true, options: { tokens: { type: "string", default: "0" } } });
const [url, id] = positionals;
if (!url || !id) {
  console.error("usage: node deploy.mjs <url> <chainId> [--tokens <count>]");
  process.exit(2);
}
console.log(JSON.stringify(await furnish(new Rpc(url), Number(id), Number(values.tokens))));
