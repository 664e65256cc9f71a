import { describe, expect, test } from "vitest";
import { currencyPlaces, currencySign } from "./currency";
import { change, exactFigure, money, moneyPieces, price, roughMoney, shortMoney, tone } from "./money";

describe("money", () => {
  test.each([
    ["1284096.42", "$1,284,096.42"],
    ["0", "$0.00"],
    ["0.001", "<$0.01"],
    ["-1234.5", "−$1,234.50"],
    ["340282366920938463463374607431768211456.5", "$340,282,366,920,938,463,463,374,607,431,768,211,456.50"],
  ])("%s reads %s", (amount, want) => expect(money(amount, "USD")).toBe(want));

  test("changes are signed, zero is not", () => {
    expect(change("12418.2", "USD")).toBe("+$12,418.20");
    expect(change("-0.5", "USD")).toBe("−$0.50");
    expect([change("0.001", "USD"), change("-0.001", "USD"), change("0", "USD")]).toEqual([
      "+<$0.01",
      "−<$0.01",
      "$0.00",
    ]);
    expect([tone("1"), tone("-1"), tone("0.001"), tone("0")]).toEqual(["gain", "loss", "gain", undefined]);
  });

  test.each([
    ["96240.5", "$96,240.50"],
    ["0.5", "$0.50"],
    ["0.0123456", "$0.01235"],
    ["0.00001234", "$0.00001234"],
    ["0.05", "$0.05"],
    ["0", "$0.00"],
  ])("the price %s reads %s", (amount, want) => expect(price(amount, "USD")).toBe(want));

  test("explanations keep what the screen rounds away", () => {
    expect(exactFigure("1.16774", "USD")).toBe("$1.16774");
    expect(exactFigure("3412.08", "USD")).toBe("$3,412.08");
    expect(exactFigure("3078380.7000", "")).toBe("3,078,380.7");
    expect(exactFigure("0.0000000001234", "USD")).toBe("$0.0000000001234");
    expect(exactFigure("3035066.941234567", "", 10)).toBe("3,035,066.941");
    expect(exactFigure("1.15999", "USD", 3)).toBe("$1.16");
    expect(exactFigure("123456.7", "", 3)).toBe("123,457");
    expect(exactFigure("0.00001337123", "", 4)).toBe("0.00001337");
  });

  test("the headline's pieces", () => {
    expect(moneyPieces("1284096.93", "USD")).toEqual(["$1,284,096", ".93"]);
    expect(moneyPieces("1284096.93", "JPY")).toEqual(["¥1,284,097", ""]);
    // The digits that say how large the amount is are the large ones.
    expect(moneyPieces("0.42312079", "BTC")).toEqual(["₿0.4231", "2079"]);
    expect(moneyPieces("12.42312079", "BTC")).toEqual(["₿12.42", "312079"]);
    expect(moneyPieces("0.00012345", "BTC")).toEqual(["₿0.0001234", "5"]);
    expect(moneyPieces("12345.6", "BTC")).toEqual(["₿12,345", ".60000000"]);
    expect(moneyPieces("0.42", "USD")).toEqual(["$0.42", ""]);
    expect(moneyPieces("-5.4", "USD")).toEqual(["−$5", ".40"]);
  });
});

describe("other currencies", () => {
  test.each([
    ["USD", "$", 2],
    ["EUR", "€", 2],
    ["GBP", "£", 2],
    ["JPY", "¥", 0],
    ["KRW", "₩", 0],
    ["IDR", "IDR\u00a0", 0],
    ["HUF", "HUF\u00a0", 2],
    ["AUD", "A$", 2],
    ["INR", "₹", 2],
    ["CHF", "CHF\u00a0", 2],
    ["SEK", "SEK\u00a0", 2],
    ["BTC", "₿", 8],
    ["ETH", "Ξ", 8],
    ["?!", "?!\u00a0", 2],
  ])("%s has the sign %s and %i places", (code, sign, places) => {
    expect([currencySign(code), currencyPlaces(code)]).toEqual([sign, places]);
  });

  test.each([
    ["1234.5", "EUR", "€1,234.50"],
    ["-1234.5", "EUR", "−€1,234.50"],
    ["1234.5", "SEK", "SEK\u00a01,234.50"],
    ["1234.5", "JPY", "¥1,234"],
    ["1235.5", "KRW", "₩1,236"],
    ["0.4", "JPY", "<¥1"],
    ["-0.4", "JPY", ">−¥1"],
    ["-0.001", "USD", ">−$0.01"],
    ["0.0123456789", "BTC", "₿0.01234568"],
    ["0.000000001", "BTC", "<₿0.00000001"],
    ["1284096.42", "INR", "₹12,84,096.42"],
    ["999.5", "INR", "₹999.50"],
    ["12345678901.2", "INR", "₹12,34,56,78,901.20"],
  ])("%s %s reads %s", (amount, currency, want) => expect(money(amount, currency)).toBe(want));

  test.each([
    ["0", "USD", "$0.00"],
    ["999.994", "USD", "$999.99"],
    ["1000", "USD", "$1.00K"],
    ["999994.99", "USD", "$999.99K"],
    ["999995.01", "USD", "$1.00M"],
    ["-999999999", "USD", "−$1.00B"],
    ["1284096.42", "USD", "$1.28M"],
    ["-1284096.42", "USD", "−$1.28M"],
    ["5600000000", "EUR", "€5.60B"],
    ["1230000000000", "USD", "$1.23T"],
    ["7890000000000000", "USD", "$7.89P"],
    ["5600000000000000000", "USD", "$5.60E"],
    ["5600000000000000000000", "USD", "$5,600.00E"],
    ["21123456.7", "JPY", "¥21.12M"],
    ["999", "JPY", "¥999"],
    ["99999.994", "INR", "₹99,999.99"],
    ["100000", "INR", "₹1.00\u00a0lac"],
    ["-1284096.42", "INR", "−₹12.84\u00a0lac"],
    ["9999999", "INR", "₹1.00\u00a0cr"],
    ["10000000", "INR", "₹1.00\u00a0cr"],
    ["123456789012345", "INR", "₹1,23,45,678.90\u00a0cr"],
    ["0.0123", "BTC", "₿0.01230000"],
    ["x", "USD", "?"],
  ])("%s %s is short as %s", (amount, currency, want) => expect(shortMoney(amount, currency)).toBe(want));

  test.each([
    ["0", "USD", "$0"],
    ["12.5", "USD", "$12.5"],
    ["999.6", "USD", "$1,000"],
    ["500000", "USD", "$500K"],
    ["855123.42", "USD", "$855K"],
    ["-855123.42", "USD", "−$855K"],
    ["999999", "USD", "$1M"],
    ["1500000", "USD", "$1.5M"],
    ["1284096.42", "USD", "$1.28M"],
    ["0.0025", "BTC", "₿0.0025"],
    ["1284096.42", "INR", "₹12.8\u00a0lac"],
    ["x", "USD", "?"],
  ])("%s %s is rough as %s", (amount, currency, want) => expect(roughMoney(amount, currency)).toBe(want));

  test.each([
    ["14521.7", "JPY", "¥14,522"],
    ["99.5", "JPY", "¥99.50"],
    ["0.5", "JPY", "¥0.50"],
    ["0.000123456", "JPY", "¥0.0001235"],
    ["0.0351234567", "BTC", "₿0.03512"],
    ["1.5", "BTC", "₿1.500"],
    ["0.00001315926", "BTC", "₿0.00001316"],
    ["0.0123", "BTC", "₿0.01230"],
    ["12345.678", "BTC", "₿12,346"],
    ["0", "BTC", "₿0.00000000"],
  ])("the price %s %s reads %s", (amount, currency, want) => expect(price(amount, currency)).toBe(want));

  test("changes have the currency's places", () => {
    expect(change("0.4", "JPY")).toBe("+<¥1");
    expect(change("1234.5", "JPY")).toBe("+¥1,234");
    expect(change("-0.00001", "BTC")).toBe("−₿0.00001000");
  });
});
