import { expect, test } from "vitest";
import { emailRule, mobileRule } from "./rules";

test.each(["", " ", "0701234567", "+0701234567", "070-123456", "+070-123-45"])(
  "the mobile number %j is accepted",
  (text) => expect(mobileRule(text)).toBe(""),
);

test.each(["070123456", "07012345678", "070 123456", "++07012345", "phone", "0701234567+"])(
  "the mobile number %j is refused",
  (text) => expect(mobileRule(text)).not.toBe(""),
);

test("an email is required once there is one", () => {
  expect(emailRule(true)("")).toBe("Please enter valid email id");
  expect(emailRule(false)("")).toBe("");
  expect(emailRule(false)("you@")).toBe("Please enter valid email id");
});
