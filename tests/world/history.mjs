// A history of transactions on a node that deploy.mjs has set up, the same in every run.
// usage: node history.mjs <url> setup <weth>                          prints a manifest
//        node history.mjs <url> run <manifest> <seed> <transactions> <blocks>   prints how many transactions the accounts sent
import { readFileSync } from "node:fs";
import { actionsOf } from "./history/actions.mjs";
import { Random } from "./history/random.mjs";
import { Sender } from "./history/sender.mjs";
import { setUp } from "./history/setup.mjs";

const run = async (sender, manifest, seed, transactions, blocks) => {
  const { accounts, strangers, positions } = manifest;
  await sender.prepare([sender.deployer, ...accounts, ...strangers]);
  const random = new Random(seed);
  const actions = actionsOf(sender, manifest, random);
  let sent = 0;
  for (let block = 1; block <= blocks; block++) {
    const until = Math.floor((transactions * block) / blocks);
    for (; sent < until; sent++) {
      const at = random.below(accounts.length);
      random.weighted(actions)(accounts[at], positions[at]);
    }
    await sender.mine();
  }
  return { sent };
};

const [url, command, ...rest] = process.argv.slice(2);
const sender = await Sender.open(url);
if (command === "setup") console.log(JSON.stringify(await setUp(sender, rest[0])));
else if (command === "run") {
  const [manifest, ...numbers] = rest;
  console.log(JSON.stringify(await run(sender, JSON.parse(readFileSync(manifest, "utf8")), ...numbers.map(Number))));
} else {
  console.error("usage: node history.mjs <url> setup <weth> | run <manifest> <seed> <transactions> <blocks>");
  process.exit(2);
}
