import { isEmail } from "../../format/email";
import { atMost, type Rule } from "../../ui/useForm";

/** The most characters of a text field. */
export const LONGEST_TEXT = 250;

/** What people write between the digits of a number. */
const SEPARATORS = /[ \-().]/g;
/** Optional; an optional plus, then from the shortest numbers in use to the longest (E.164). */
const MOBILE = /^\+?\d{7,15}$/;
/** The most characters of a number, with what is written between its digits. */
const LONGEST_MOBILE = 30;

export const nameRule = atMost(LONGEST_TEXT, `Use at most ${LONGEST_TEXT} characters.`);

export const mobileRule: Rule = (text) => {
  const number = text.trim();
  const isNumber = number.length <= LONGEST_MOBILE && MOBILE.test(number.replace(SEPARATORS, ""));
  return number === "" || isNumber ? "" : "Enter 7 to 15 digits, with a + if you like.";
};

/** An email address that was set can be changed and not removed, because the person signs in with it. */
export const emailRule =
  (isRequired: boolean): Rule =>
  (text) =>
    isEmail(text) || (!isRequired && text.trim() === "") ? "" : "Please enter valid email id";
