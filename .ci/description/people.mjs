// People of the demo world: with a session, or registered by the code of a mail in the outbox.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { sleep } from "../server.mjs";

const WALLETS = ["0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045", "vitalik.eth", "lighthouse.eth", "nonsense"];

/** Creates an anonymous user, and returns the token. */
export async function person(server) {
  const body = { wallet_addresses: WALLETS, wallet_address_nicknames: {} };
  return (await server.call("organisation/user/create-user", body)).token;
}

/** Returns the text of the mail to an address, without the line breaks of its encoding. */
async function mailTo(server, email) {
  const outbox = join(server.data, "outbox");
  for (let left = 300; left > 0; left -= 1) {
    const files = existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith(".eml")) : [];
    const mails = files.map((name) => readFileSync(join(outbox, name), "utf8"));
    const mail = mails.find((text) => text.includes(`To: ${email}`));
    if (mail) return mail.replace(/=\r?\n/g, "").replaceAll("=3D", "=");
    await sleep(100);
  }
  throw new Error("no mail was written for 30 s");
}

/** Requests a link for an address, and returns its token. */
export async function linkToken(server, email) {
  await server.call("organisation/user/send-email-otp", { email });
  return /\/verify-email\?token=(\w+)/.exec(await mailTo(server, email))[1];
}

/** Registers a user by an e-mail address, and returns the new token. */
export async function registered(server, token, email) {
  await server.call("organisation/user/send-email-otp", { email });
  const [, otp_token] = /^Subject: (\w{8}) /m.exec(await mailTo(server, email));
  return (await server.call("organisation/user/verify-otp-code", { email, otp_token }, token)).token;
}

/** Creates an API key of a registered user, and returns its id and token. */
export async function apiKey(server, token, scopes) {
  const body = { name: "Spreadsheet", scopes, expires_in_days: 30 };
  const created = await server.call("organisation/api-key/create-api-key", body, token);
  return { id: created.api_key.id, token: created.token };
}

/** Uploads a file of a user, and returns its id. */
export async function attachment(server, token) {
  const body = { file: "SXQgaXMgc2xvdy4K", module: "feedback" };
  return (await server.call("common/attachment/upload", body, token)).id;
}

/** Waits until something of a user is valued, and returns their portfolio. */
export async function valued(server, token, isComplete = () => true) {
  for (let left = 300; left > 0; left -= 1) {
    const answer = await server.call("wallet/user-wallet/get-balance", {}, token);
    if (answer.coverage.priced > 0 && isComplete(answer)) return answer;
    await sleep(100);
  }
  throw new Error("nothing was valued for 30 s");
}
