// Databases on Postgres for the measurements.
import { execFileSync } from "node:child_process";

let made = 0;

/**
 * Makes an empty database, because a server does not start on data that another one encrypted, and returns its URL. Outside
 * .ci/postgres there is none.
 */
export function emptyDatabase() {
  const cluster = process.env.SPYHOP_TEST_POSTGRES_URL;
  if (!cluster) return undefined;
  made += 1;
  const name = `bench_${process.pid}_${made}`;
  execFileSync("psql", ["-qX", cluster, "-c", `CREATE DATABASE ${name}`]);
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  return url.href;
}
