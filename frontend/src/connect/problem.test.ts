import { expect, test } from "vitest";
import { problemOf, WalletError } from "./problem";

const coded = (code: unknown) => Object.assign(new Error("x"), { code });

test.each([
  [coded(4001), "rejected"],
  [coded("ACTION_REJECTED"), "rejected"],
  [coded(-32002), "pending"],
  [coded(4100), "locked"],
  [coded(4900), "closed"],
  [Object.assign(new Error("x"), { name: "ConnectorAccountNotFoundError" }), "account"],
  [new WalletError("expired"), "expired"],
  [coded(-32603), "failed"],
  ["no error at all", "failed"],
  [null, "failed"],
])("%o is classified", (thrown, problem) => expect(problemOf(thrown)).toBe(problem));

test("the error of the wallet is found inside the errors of libraries", () => {
  const wrapped = new Error("outer", { cause: new Error("inner", { cause: coded(4001) }) });
  expect(problemOf(wrapped)).toBe("rejected");
  const circular = new Error("circular");
  circular.cause = circular;
  expect(problemOf(circular)).toBe("failed");
});
