import { expect, test } from "vitest";
import { walletCard } from "./wallet.test-data";
import { walletsCsv } from "./walletsCsv";

test("each wallet is a line with its exact value, and no name is executed as a formula", () => {
  const chain = (name: string) => ({ chain: name, name, color: "#000000", mark: null, value: "1", share: "50" });
  const text = walletsCsv(
    [
      walletCard({
        address: "0xa",
        nickname: "=SUM(A1)",
        group: "Ops, cold",
        wallet: { id: "safe", name: "safe", mark: null },
        total_value: "0.100000000000000001",
        unpriced: 3,
        values: [chain("Ethereum"), chain("Base")],
      }),
      walletCard({ address: "0xb", nickname: "Savings" }),
    ],
    "EUR",
  );
  expect(text.split("\r\n")).toEqual([
    "name,address,wallet app,group,networks,value,currency,holdings without a price",
    `'=SUM(A1),0xa,Safe,"Ops, cold",Ethereum; Base,0.100000000000000001,EUR,3`,
    "Savings,0xb,,,,,EUR,0",
  ]);
});
