import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";

/** What a mail gives its reader. */
export interface ReceivedMail {
  /** Empty if the mail has only a link. */
  code: string;
  link: string;
}

/** Decodes quoted-printable text. */
const decoded = (text: string): string =>
  text
    .replace(/=\r?\n/g, "")
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

async function mailTo(folder: string, email: string): Promise<ReceivedMail | null> {
  // The names of mails begin with their time.
  const names = (await readdir(folder)).filter((name) => name.endsWith(".eml")).sort();
  for (const name of names.reverse()) {
    const mail = decoded(await readFile(join(folder, name), "utf8"));
    if (!mail.includes(`To: ${email}`)) continue;
    const code = /^Subject: ([0-9A-Z]{8}) /m.exec(mail)?.[1] ?? "";
    const link = /^http\S+\/verify-email\?token=\w+/m.exec(mail)?.[0];
    if (link) return { code, link };
  }
  return null;
}

/** Waits for the newest mail to an address in the outbox of a server. */
export async function received(folder: string, email: string): Promise<ReceivedMail> {
  let mail: ReceivedMail | null = null;
  await expect
    .poll(async () => {
      mail = await mailTo(folder, email).catch(() => null);
      return mail;
    })
    .not.toBeNull();
  if (!mail) throw new Error(`no mail to ${email}`);
  return mail;
}
