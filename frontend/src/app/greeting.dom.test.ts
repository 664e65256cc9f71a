import { beforeEach, expect, test } from "vitest";
import { closeSession, openRegisteredSession, openSession } from "../features/user/session";
import { startSession } from "./greeting";

const KEY = "spyhop.currency";
const ADA = { token: "spy_new", user: "ada", isNewUser: false, isDeletionCanceled: false, wallet: null, oldUser: null };

beforeEach(() => {
  closeSession();
  localStorage.setItem(KEY, "EUR");
});

const kept = () => localStorage.getItem(KEY);

test("an anonymous person who registers or is merged keeps the settings", () => {
  openSession("spy_a");
  startSession({ ...ADA, isNewUser: true });
  expect(kept()).toBe("EUR");
  openSession("spy_b");
  startSession({ ...ADA, oldUser: "anonymous" });
  expect(kept()).toBe("EUR");
});

test("the same account keeps the settings, also when it signs in again", () => {
  openRegisteredSession("spy_a", "ada", null);
  startSession(ADA);
  expect(kept()).toBe("EUR");
});

test.each([true, false])("another person does not get the settings of the account before", (isNewUser) => {
  openRegisteredSession("spy_a", "bob", null);
  startSession({ ...ADA, isNewUser });
  expect(kept()).toBeNull();
});
