// The page of the last soak, and how old it is.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

export const PAGE = "docs/soak.md";
/** The age in commits from which on the summary of a run says that a soak is due. */
export const MOST_COMMITS = 60;

const row = ({ name, seconds, tests, lostRaces }) =>
  `| ${name} | ${tests || ""} | ${seconds.toFixed(0)} | ${lostRaces > 0 ? `${lostRaces} lost races` : "passed"} |`;

/** The page of a soak that passed. */
export const document = ({ commit, day, seeds, cases, results }) => `# The last soak

\`make soak\` repeats the checks of \`.ci/run\` with more cases: other seeds, more cases of property tests and requests, long kill loops,
and the browser tests at all widths and in both themes. It takes about an hour and writes this page when all pass.

| | |
|---|---|
| Commit | \`${commit}\` |
| Day | ${day} |
| Seed of the property tests | \`PROPTEST_RNG_SEED=${seeds.properties}\`, ${cases} cases each |
| Seed of the requests | \`SPYHOP_TEST_SEED=${seeds.requests}\` |

| Part | Tests | Seconds | Outcome |
|---|---:|---:|---|
${results.map(row).join("\n")}
`;

const commitsSince = (commit) => Number(execFileSync("git", ["rev-list", "--count", `${commit}..HEAD`], { encoding: "utf8", stdio: "pipe" }));

/** What the summary says about the age of the soak: nothing while it is fresh. */
export function soakNote(page = existsSync(PAGE) ? readFileSync(PAGE, "utf8") : "", since = commitsSince) {
  const commit = /^\| Commit \| `([0-9a-f]{40})` \|$/m.exec(page)?.[1];
  if (!commit) return ["no soak is recorded: run `make soak`"];
  try {
    const commits = since(commit);
    return commits > MOST_COMMITS ? [`the last soak is ${commits} commits old: run \`make soak\``] : [];
  } catch {
    return [`the commit of the last soak, ${commit.slice(0, 8)}, is not in this history: run \`make soak\``];
  }
}
