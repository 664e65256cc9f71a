import { expect, test } from "vitest";
import { isEmail } from "./email";

test.each(["you@example.org", " A.b+tag@sub.example.co ", "me@köln.de", "o'neil@example.com", "me@xn--kln-sna.de"])(
  "%s is an email address",
  (text) => expect(isEmail(text)).toBe(true),
);

test.each([
  "",
  "you",
  "@example.org",
  "you@",
  "you@localhost",
  "you@127.0.0.1",
  "a b@example.org",
  "a..b@example.org",
  ".a@example.org",
  "a@b@example.org",
  "a@-b.org",
  "a@example..org",
  "<a@example.org>",
  `${"a".repeat(250)}@example.org`,
])("%s is no email address", (text) => expect(isEmail(text)).toBe(false));
