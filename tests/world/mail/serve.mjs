// A real SMTP server with faults, for the tests of SmtpMailer: one file per accepted mail and one line per command that matters.
//   node serve.mjs '{"port":1025,"folder":"/tmp/x", ...}'
// Settings: `key` and `cert` (PEM) for TLS, `secure` for TLS from the first byte, `starttls`, `auth` (mechanisms) with `user`
// and `password`, and the faults `refuse` (status of each RCPT), `greylist` (451 for the first RCPT of a recipient), `drop`
// (in DATA), `silent` (never greets), `refuseData` (status at the end of DATA).
import { appendFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";

const settings = JSON.parse(process.argv[2]);
const log = (entry) => appendFileSync(join(settings.folder, "log.jsonl"), `${JSON.stringify(entry)}\n`);
const refusal = (responseCode, text) => Object.assign(new Error(text), { responseCode });
const seen = new Set();
let mails = 0;

const onAuth = ({ method, username, password }, session, done) => {
  log({ auth: method, secure: session.secure });
  const right = username === settings.user && password === settings.password;
  done(right ? null : refusal(535, "wrong password"), right ? { user: username } : undefined);
};

const onRcptTo = ({ address }, session, done) => {
  log({ rcpt: address, secure: session.secure });
  if (settings.refuse) return done(refusal(settings.refuse, `no mailbox ${address}`));
  if (settings.greylist && !seen.has(address)) {
    seen.add(address);
    return done(refusal(451, "try again later"));
  }
  done();
};

const onData = (stream, session, done) => {
  const parts = [];
  stream.on("data", (part) => {
    parts.push(part);
    if (settings.drop) {
      log({ dropped: true });
      server.connections.forEach((connection) => connection._socket.destroy());
    }
  });
  stream.on("end", () => {
    if (settings.refuseData) return done(refusal(settings.refuseData, "content refused"));
    mails += 1;
    const name = join(settings.folder, `${String(mails).padStart(3, "0")}.eml`);
    writeFileSync(`${name}.tmp`, Buffer.concat(parts));
    renameSync(`${name}.tmp`, name);
    const { envelope, secure, user } = session;
    log({ mail: name, from: envelope.mailFrom.address, to: envelope.rcptTo.map((one) => one.address), secure, user });
    done();
  });
};

const server = new SMTPServer({
  secure: settings.secure ?? false,
  key: settings.key,
  cert: settings.cert,
  authMethods: settings.auth ?? [],
  authOptional: !settings.auth,
  allowInsecureAuth: !settings.key,
  disabledCommands: [...(settings.starttls ? [] : ["STARTTLS"]), ...(settings.auth ? [] : ["AUTH"])],
  disableReverseLookup: true,
  logger: false,
  onAuth,
  onRcptTo,
  onData,
});
server.on("error", (error) => log({ error: error.message }));

const listener = settings.silent ? createServer(() => log({ connected: true })) : server;
listener.listen(settings.port, "127.0.0.1", () => log({ listening: settings.port }));
