import { isEmail } from "../../format/email";
import { atMost, type Rule } from "../../ui/useForm";

/** The most characters of a text field. */
export const LONGEST_TEXT = 250;

/** Optional; an optional plus, then exactly ten digits or dashes. */
const MOBILE = /^\+?[\d-]{10}$/;

export const nameRule = atMost(LONGEST_TEXT, `Use at most ${LONGEST_TEXT} characters.`);

export const mobileRule: Rule = (text) =>
  text.trim() === "" || MOBILE.test(text.trim()) ? "" : "Enter ten digits, with a + if you like.";

/** An email address that was set can be changed and not removed, because the person signs in with it. */
export const emailRule =
  (isRequired: boolean): Rule =>
  (text) =>
    isEmail(text) || (!isRequired && text.trim() === "") ? "" : "Please enter valid email id";
