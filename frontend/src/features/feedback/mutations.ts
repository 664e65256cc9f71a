import { ProblemError, sendFeedback, uploadFile } from "@spyhop/sdk";
import type { Feedback } from "./types";

/** Returns why a file was not uploaded, as the server states it. */
function reasonOf(problem: unknown, file: File): string {
  if (!(problem instanceof ProblemError)) return "Something Went Wrong";
  const { fields } = (problem.data ?? {}) as { fields?: Record<string, string> };
  const reason = fields?.file;
  return reason?.startsWith("rejected") ? `${file.name} ${reason}` : (reason ?? problem.message);
}

async function upload(file: File): Promise<string> {
  try {
    return (await uploadFile(file)).id;
  } catch (problem) {
    throw new Error(`Unable to upload file. ${reasonOf(problem, file)}`, { cause: problem });
  }
}

/** Sends feedback with a file, if there is one, to the operator of the server. */
export async function send(feedback: Feedback, file: File | null): Promise<void> {
  const attachment = file ? { attachment_id: await upload(file) } : {};
  await sendFeedback({ ...feedback, ...attachment });
}
