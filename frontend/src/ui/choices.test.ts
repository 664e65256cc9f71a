import { expect, test } from "vitest";
import { chosenWords, toggled, wholeOf, wholeWords } from "./choices";

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

test("the tooltip of the closed control has the whole names, only where it shows less", () => {
  const of = [
    { id: "a", name: "Cold storage in the vault" },
    { id: "0x8a12000000009e21", name: "0x8a12…9e21", whole: "0x8a12…9e21, 0x8a12000000009e21" },
    { id: "c", name: "Savings" },
  ];
  expect(wholeWords([], of)).toBeUndefined();
  expect(wholeWords(["c"], of)).toBeUndefined();
  expect(wholeWords(["a"], of)).toBe("Cold storage in the vault");
  expect(wholeWords(["0x8a12000000009e21", "c"], of)).toBe("0x8a12…9e21, 0x8a12000000009e21, Savings");
});

test("a shortened name is followed by the id that it stands for", () => {
  expect(wholeOf("Token 0x1234…abcd", "eip155:1/erc20:0x1234")).toBe("Token 0x1234…abcd, eip155:1/erc20:0x1234");
  expect(wholeOf("Savings", "0x8a")).toBe("Savings");
});
