// What other machines on the same host take from the cores.
import { existsSync, readFileSync } from "node:fs";

/** Ticks of all cores since the start of this machine, and of those the stolen; null where nobody counts them. */
export function ticks() {
  if (!existsSync("/proc/stat")) return null;
  const counted = readFileSync("/proc/stat", "utf8").split("\n")[0].trim().split(/\s+/).slice(1, 9).map(Number);
  return { stolen: counted[7], all: counted.reduce((sum, one) => sum + one, 0) };
}

/** How many of a hundred ticks since then were stolen; null where nobody counts them. */
export function stolenSince(then) {
  const now = ticks();
  return then && now ? (100 * (now.stolen - then.stolen)) / (now.all - then.all) : null;
}
