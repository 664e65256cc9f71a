import { expect, test } from "vitest";
import { chosenWords, toggled } from "./choices";

const of = [
  { id: "1", name: "Ethereum" },
  { id: "10", name: "OP Mainnet" },
  { id: "8453", name: "Base" },
];

test("choices are toggled; removing the last one and adding the last one both choose all", () => {
  expect(toggled([], "10", of)).toEqual(["10"]);
  expect(toggled(["10"], "1", of)).toEqual(["10", "1"]);
  expect(toggled(["10", "1"], "10", of)).toEqual(["1"]);
  expect(toggled(["1"], "1", of)).toEqual([]);
  expect(toggled(["10", "1"], "8453", of)).toEqual([]);
});

test("the control shows the choices with nine letters per name", () => {
  expect(chosenWords([], of, "All networks")).toBe("All networks");
  expect(chosenWords(["10"], of, "All networks")).toBe("OP Mainne…");
  expect(chosenWords(["8453", "1"], of, "All networks")).toBe("Ethereum +1");
  expect(chosenWords(["gone"], of, "All networks")).toBe("All networks");
});
