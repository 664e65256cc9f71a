import { parseDecimal } from "../../format/decimal";

/** The maximum length on the server. The field accepts more, so that a secret is recognized before it is truncated. */
const LONGEST = 60;

/** A number whose commas can only separate thousands. */
const THOUSANDS = /^\d{1,3}(,\d{3})+(\.\d+)?$/;
/** A number with a decimal comma, as in much of Europe, with points or spaces between thousands. */
const DECIMAL_COMMA = /^(\d+|\d{1,3}([. ]\d{3})+),(\d+)$/;

/** A price in the server's format, or the problem of the text with the probable meaning. */
export type TypedPrice = { price: string } | { problem: string; meant?: string };

/** Parses a typed price. An ambiguous comma needs confirmation: 1,25 must never become 125. */
export function readPrice(text: string): TypedPrice {
  const typed = text.trim().replace(/^\+/, "");
  if (typed === "") return { problem: "Enter a price, e.g. 1.25." };
  if (DECIMAL_COMMA.test(typed) && !THOUSANDS.test(typed)) {
    const meant = typed.replace(/[. ]/g, "").replace(",", ".");
    return { problem: `Use a point before the decimals. Did you mean ${meant}?`, meant };
  }
  const price = THOUSANDS.test(typed) ? typed.replaceAll(",", "") : typed;
  const value = parseDecimal(price);
  if (!value) return { problem: "Enter a number, e.g. 1.25." };
  if (typed.length > LONGEST) return { problem: `Use at most ${LONGEST} digits.` };
  return value.units < 0n ? { problem: "A price cannot be below zero." } : { price };
}
