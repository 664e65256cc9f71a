// Measures the release build on this machine, shows a table, and writes docs/performance.md. Nothing is asserted: the
// figures depend on the machine, so run it on an idle one.
//   node .ci/bench/main.mjs <release binary> [section...]
// Sections that are not named keep the figures that they have in the document.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { measureDemo } from "./demo.mjs";
import { measureExchange } from "./exchange.mjs";
import { measureHistory } from "./history.mjs";
import { measureLedger } from "./ledger.mjs";
import { measureLoad } from "./load.mjs";
import { measureLongWork } from "./longWork.mjs";
import { measureOverload } from "./overload.mjs";
import { measurePage } from "./page.mjs";
import { measurePeople } from "./people.mjs";
import { measurePureParts } from "./pure.mjs";
import { measureSignIn } from "./signIn.mjs";
import { measureStreams } from "./streams.mjs";
import { measureSync } from "./sync.mjs";
import { document, print } from "./table.mjs";
import { measureUnreachable } from "./unreachable.mjs";
import { measureWorld } from "./world.mjs";

const PAGE = "docs/performance.md";
const SECTIONS = {
  pure: measurePureParts,
  ledger: measureLedger,
  history: measureHistory,
  sync: measureSync,
  exchange: measureExchange,
  world: measureWorld,
  demo: measureDemo,
  people: measurePeople,
  longWork: measureLongWork,
  signIn: measureSignIn,
  streams: measureStreams,
  unreachable: measureUnreachable,
  load: measureLoad,
  overload: measureOverload,
  page: measurePage,
};

const [binary, ...wanted] = process.argv.slice(2);
const place = { binary: resolve(binary), target: resolve(dirname(binary), "..") };
const names = Object.keys(SECTIONS).filter((name) => wanted.length === 0 || wanted.includes(name));

const tables = [];
for (const name of names) {
  console.log(`measuring: ${name}`);
  const table = { name, rows: [] };
  tables.push(table);
  const row = (what, figure, target = "") => {
    table.rows.push({ what, figure, target });
    console.log(`  ${what}: ${figure}`);
  };
  await SECTIONS[name](place, row).catch((error) => row(`${name}: not measured`, error.message.split("\n")[0]));
}
print(tables);
writeFileSync(PAGE, document(tables, readFileSync(PAGE, "utf8")));
console.log(`written to ${PAGE}`);
process.exit(0);
