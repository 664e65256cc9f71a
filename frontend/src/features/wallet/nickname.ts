import { atMost } from "../../ui/useForm";

/** Letters of a nickname at most. */
const LONGEST = 60;

/** What a field takes: a recovery phrase that is typed must fit, so that it is recognized and not cut. */
export const LONGEST_FIELD = 250;

export const isShort = atMost(LONGEST, `Use at most ${LONGEST} letters.`);
