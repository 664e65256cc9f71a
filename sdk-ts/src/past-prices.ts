import type { CallOptions } from "./call.js";
import { getPastPriceStatus } from "./generated/index.js";
import type { PastPricesPart } from "./sync-parts.js";

/** Returns how far the prices of past days are that the caller's transactions are valued with. Needs the scope `health`. */
export async function pastPrices(currency: string | undefined, options: CallOptions): Promise<PastPricesPart> {
  const status = await getPastPriceStatus(currency === undefined ? {} : { currency_code: currency }, options);
  return { ...status, running: 0 };
}
