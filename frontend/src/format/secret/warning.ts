import type { Secret } from "./find";

/** The warning for a secret. */
export const secretWarning = (secret: Secret): string =>
  secret === "hex key"
    ? "This may be a private key, or an Aptos, Sui or NEAR address. Neither is accepted. We cleared it and sent nothing."
    : `That looks like ${secret === "extended private key" ? "an" : "a"} ${secret}. We cleared it and sent nothing. ` +
      "Anyone who has it can take your funds, so never enter it on a website. Spyhop only needs an address.";
