import { atMost } from "../../ui/useForm";

/** The maximum length of a nickname. */
const LONGEST = 60;

/** The maximum length of a field: a recovery phrase must fit, so that it is recognized and not truncated. */
export const LONGEST_FIELD = 250;

export const isShort = atMost(LONGEST, `Use at most ${LONGEST} letters.`);
