// Runs domain/benches: the cost of a valuation without database and network. Also counts the planned requests for past prices.
import { execFileSync } from "node:child_process";

/** `├─ fold_3000_holdings_silent  1.2 ms │ 2 ms │ 1.3 ms │ ...`: fastest, slowest, median. */
const TIMES = /^[├╰]─ (\S+)\s+([^│]+?)\s+│\s*([^│]+?)\s+│\s*([^│]+?)\s+│/;
/** The heading of the allocation counts that follow, which are in the same order. */
const ALLOCATIONS = /^│?\s+alloc:\s+│/;
const COUNTS = /^│?\s+([\d.]+)\s+│\s*([\d.]+)\s+│\s*([\d.]+)\s+│/;

export async function measurePureParts(_, row) {
  // Built with the features of the program, so that its compiled dependencies are reused.
  const packages = ["--package", "spyhop", "--package", "spyhop-http"];
  const options = ["bench", "--locked", "--quiet", ...packages, "--bench", "valuation"];
  const lines = execFileSync("cargo", options, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).split("\n");
  for (const [at, line] of lines.entries()) {
    const found = TIMES.exec(line);
    if (found) row(found[1].replaceAll("_", " "), `${found[4]}, ${allocations(lines.slice(at + 1))} allocations`, target(found[1]));
  }
  const example = ["run", "--release", "--locked", "--quiet", ...packages.slice(0, 2), "--example", "past_price_requests"];
  const requests = execFileSync("cargo", example, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim();
  row("price requests per 1,000 entries", requests, "at most 240: six for each of 40 assets");
}

function allocations(lines) {
  const next = lines.findIndex((line) => TIMES.test(line));
  const own = next < 0 ? lines : lines.slice(0, next);
  const at = own.findIndex((line) => ALLOCATIONS.test(line));
  const counts = at < 0 ? null : COUNTS.exec(own[at + 1]);
  return counts ? Math.round(Number(counts[3])) : 0;
}

const target = (name) => (name === "record_1000_steps_silent" ? "nothing: no time, no allocation" : "");
