import { sendFeedback } from "@spyhop/sdk";
import type { Feedback } from "./types";

/** Sends feedback to the operator of the server. */
export const send = (feedback: Feedback): Promise<unknown> => sendFeedback(feedback);
