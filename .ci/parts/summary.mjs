// What `.ci/run` and `make test` print at their end: every part, and everything that failed.
export const MOST_LOST_RACES = 5;
/** A part that takes a quarter more than its budget is named. */
const TOLERANCE = 1.25;

const row = (name, seconds, budget, outcome) => `${name.padEnd(12)} ${seconds.padStart(8)} ${budget.padStart(7)}  ${outcome}`;

const stateOf = ({ skipped, failures, lostRaces }) => {
  if (skipped) return `NOT RUN: ${skipped} failed`;
  if (failures.length > 0) return "FAILED";
  return lostRaces.length > 0 ? `ok, ${lostRaces.length} lost races` : "ok";
};

const list = (title, lines) => (lines.length > 0 ? ["", title, ...lines.map((line) => `  ${line}`)] : []);

/** The lines of the summary and whether everything passed. `results` has one outcome for each part, `notes` are free lines. */
export function summary(results, notes) {
  const isFailed = (result) => Boolean(result.skipped) || result.failures.length > 0;
  const races = results.flatMap(({ part, lostRaces }) => lostRaces.map((race) => ({ part, ...race })));
  const tooMany = races.length > MOST_LOST_RACES;
  const failures = results.flatMap(({ part, failures }) => failures.map((one) => `${part.name}: ${one}`));
  if (tooMany) failures.push(`${races.length} lost races, at most ${MOST_LOST_RACES} are allowed`);
  const slow = results.filter(({ part, seconds }) => seconds > part.budget * TOLERANCE);
  const failed = results.filter(isFailed).length + (tooMany ? 1 : 0);
  const total = results.reduce((sum, { seconds }) => sum + seconds, 0);
  const lines = [
    row("part", "seconds", "budget", ""),
    ...results.map((one) => row(one.part.name, one.seconds.toFixed(0), `${one.part.budget}`, stateOf(one))),
    row("all", total.toFixed(0), "", ""),
    ...list("failed:", failures),
    ...list(
      "lost races (failed beside others, passed alone):",
      races.map(({ part, title, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${part.name}: ${title}`),
    ),
    ...list(
      "more than a quarter over budget:",
      slow.map(({ part, seconds }) => `${part.name}: ${seconds.toFixed(0)} s of ${part.budget} s`),
    ),
    ...list("notes:", notes),
    "",
    `parts: ${results.length - results.filter(isFailed).length} passed, ${failed} failed`,
  ];
  return { lines, passed: failed === 0 };
}

/** The slowest tests of all parts, in seconds. */
export function slowest(results, count) {
  const tests = results.flatMap(({ part, tests }) => tests.map((test) => ({ part, ...test })));
  tests.sort((a, b) => b.seconds - a.seconds);
  return tests.slice(0, count).map(({ part, suite, name, seconds }) => `${seconds.toFixed(1).padStart(7)}  ${part.name}: ${suite} ${name}`);
}
