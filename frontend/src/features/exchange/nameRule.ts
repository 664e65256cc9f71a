import { atMost, type Rule } from "../../ui/useForm";
import { LONGEST_NAME } from "./accounts";

const isShort = atMost(LONGEST_NAME, `Use at most ${LONGEST_NAME} characters.`);

/** The rule for the name of an account that is not named like one of these. A new key under a taken name would replace the other. */
export const nameRule =
  (taken: readonly string[]): Rule =>
  (text) => {
    const name = text.trim();
    if (name === "") return "Enter a name, so that you recognize the account later.";
    return taken.includes(name) ? "You have an account with this name here. Choose another name." : isShort(name);
  };
