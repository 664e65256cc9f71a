// The CPU time that other machines on the same host take (steal time).
import { existsSync, readFileSync } from "node:fs";

/** All ticks and stolen ticks of all cores since the start of this machine, or null where they are not counted. */
export function ticks() {
  if (!existsSync("/proc/stat")) return null;
  const counted = readFileSync("/proc/stat", "utf8").split("\n")[0].trim().split(/\s+/).slice(1, 9).map(Number);
  return { stolen: counted[7], all: counted.reduce((sum, one) => sum + one, 0) };
}

/** The percentage of stolen ticks since `then`, or null where they are not counted. */
export function stolenSince(then) {
  const now = ticks();
  return then && now ? (100 * (now.stolen - then.stolen)) / (now.all - then.all) : null;
}
