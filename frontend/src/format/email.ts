const LOCAL = /^[a-z\d!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z\d!#$%&'*+/=?^_`{|}~-]+)*$/i;
/** Labels may be in any script; the server converts them to ASCII. */
const DOMAIN =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+[\p{L}][\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}]$/u;
/** The most characters of an email address: RFC 5321, section 4.5.3.1.3. */
export const LONGEST_EMAIL = 254;

/** Whether a text is formed like an email address, by the rules of the server. */
export function isEmail(text: string): boolean {
  const address = text.trim();
  const at = address.lastIndexOf("@");
  return address.length <= LONGEST_EMAIL && LOCAL.test(address.slice(0, at)) && DOMAIN.test(address.slice(at + 1));
}
