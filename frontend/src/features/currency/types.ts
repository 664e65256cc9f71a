export type { CurrencyRow } from "@spyhop/sdk";
