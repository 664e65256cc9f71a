import { ago } from "../../format/time";

/** When something was last used, in words; null means never. */
export const usedOn = (at: string | null, now: number): string => (at === null ? "never used" : `used ${ago(at, now)}`);
