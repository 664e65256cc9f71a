import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { EXAMPLE, ExampleFigure } from "./ExampleFigure";

afterEach(cleanup);

/** A decimal text with two decimals, in hundredths. */
const hundredths = (text: string) => BigInt(text.replace(/[.,]/g, ""));

test("each value is exactly quantity times price, and the rows add up to the total", () => {
  const price = hundredths(EXAMPLE.price);
  for (const { quantity, value } of [...EXAMPLE.wallets, EXAMPLE])
    expect(hundredths(quantity) * price, quantity).toBe(hundredths(value) * 100n);
  const sum = (texts: string[]) => texts.map(hundredths).reduce((a, b) => a + b);
  expect(sum(EXAMPLE.wallets.map(({ quantity }) => quantity))).toBe(hundredths(EXAMPLE.quantity));
  expect(sum(EXAMPLE.wallets.map(({ value }) => value))).toBe(hundredths(EXAMPLE.value));
});

test("it is marked as an example", () => {
  render(<ExampleFigure />);
  screen.getByText("Example");
  expect(screen.getAllByText(/ ago$/)).toHaveLength(2);
});
