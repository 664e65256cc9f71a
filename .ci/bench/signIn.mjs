// Measures signing in by code: whether the time of an answer tells who has an account, and how many codes are verified.
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sleep, startServer } from "../server.mjs";

/** Probes of known and of unknown addresses; each address gets one, because the next code has to wait. */
const PROBES = 200;
/** Addresses with a code, and the wrong tries for each. */
const GUESSED = 200;
const TRIES = 4;
const CONNECTIONS = 16;
/** One check in an hour is disclosed, so that nearly all answers are those that say nothing. */
const LIMITS = '[limits]\nfind-email = "1/h"\nsend-code = "1000/s"\nverify-code = "1000/s"\n';

export async function measureSignIn({ binary }, row) {
  const folder = mkdtempSync(join(tmpdir(), "spyhop-bench-"));
  try {
    const config = join(folder, "spyhop.toml");
    writeFileSync(config, LIMITS);
    const outbox = join(folder, "outbox");
    const server = await startServer(binary, { SPYHOP_DATA: join(folder, "data"), SPYHOP_CONFIG: config, SPYHOP_OUTBOX: outbox });
    await server.answers("/readyz", 60_000);
    const known = Array.from({ length: PROBES }, (_, number) => `known${number}@example.com`);
    await register(server, outbox, known);
    await probe(server, known, row);
    await verify(server, row);
    await server.stop();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const send = (server, email) => server.call("organisation/user/send-email-otp", { email });

/** Makes an account for each address. The wait for the next code is over when the probes begin. */
async function register(server, outbox, emails) {
  console.log(`  registering ${emails.length} people ...`);
  await each(emails, (email) => send(server, email));
  const codes = await received(outbox, emails.length);
  await each(emails, (email) => server.call("organisation/user/verify-otp-code", { email, otp_token: codes.get(email) }));
  await sleep(31_000);
}

/** Returns the code in each address's mail. */
async function received(outbox, count) {
  for (;;) {
    const mails = readdirSync(outbox).filter((name) => name.endsWith(".eml"));
    if (mails.length >= count) {
      const read = (name) => readFileSync(join(outbox, name), "utf8");
      return new Map(mails.map(read).map((text) => [/^To: (\S+)/m.exec(text)[1], /^Subject: (\w{8}) /m.exec(text)[1]]));
    }
    await sleep(200);
  }
}

/** Compares the answers for known and unknown addresses, one after the other in turn. */
async function probe(server, known, row) {
  const took = { known: [], unknown: [] };
  for (const [number, email] of known.entries()) {
    for (const [kind, address] of [["known", email], ["unknown", `unknown${number}@example.com`]]) {
      const from = performance.now();
      await send(server, address);
      took[kind].push(performance.now() - from);
    }
  }
  const difference = Math.abs(median(took.known) - median(took.unknown));
  const target = `the medians differ by < 5 ms over ${PROBES} probes each`;
  row("`send-email-otp` for a known and an unknown address", `${median(took.known).toFixed(2)} and ${median(took.unknown).toFixed(2)} ms, difference ${difference.toFixed(2)} ms`, target);
}

/** Tries wrong codes, which costs as much as the right one: each is counted and compared in one transaction. */
async function verify(server, row) {
  const emails = Array.from({ length: GUESSED }, (_, number) => `guessed${number}@example.com`);
  await each(emails, (email) => send(server, email));
  const tries = emails.flatMap((email) => Array.from({ length: TRIES }, () => email));
  const from = performance.now();
  await each(tries, (email) => server.call("organisation/user/verify-otp-code", { email, otp_token: "WRNG2345" }).catch(() => {}));
  row("`verify-otp-code`, 16 at a time", `${Math.round((tries.length * 1000) / (performance.now() - from))}/s`, ">= 200/s");
}

/** Calls a function for every item, a few at a time. */
async function each(items, run) {
  const waiting = [...items];
  const next = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await run(item);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, next));
}

const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
