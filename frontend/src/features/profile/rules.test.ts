import { expect, test } from "vitest";
import { emailRule, mobileRule } from "./rules";

test.each(["", " ", "0701234567", "+0701234567", "070-123456", "+44 20 7123-4567", "(0)20.7123.4567", "+1234567"])(
  "the mobile number %j is accepted",
  (text) => expect(mobileRule(text)).toBe(""),
);

test.each(["123456", "1234567890123456", "++07012345", "phone", "0701234567+", `${"1-".repeat(15)}1`])(
  "the mobile number %j is refused",
  (text) => expect(mobileRule(text)).not.toBe(""),
);

test("an email is required once there is one", () => {
  expect(emailRule(true)("")).toBe("Please enter valid email id");
  expect(emailRule(false)("")).toBe("");
  expect(emailRule(false)("you@")).toBe("Please enter valid email id");
});
