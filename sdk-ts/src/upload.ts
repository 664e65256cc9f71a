import { type CallOptions, call } from "./call.js";
import type { UploadAttachmentData } from "./generated/model/index.js";
import type { FileContent } from "./platform.js";

const PATH = "/api/common/attachment/upload";

/** Uploads a file to attach to feedback. Throws `ProblemError` if the server refuses it. */
export function uploadFile(file: FileContent, options: CallOptions = {}): Promise<UploadAttachmentData> {
  const body = new FormData();
  body.set("file", file);
  body.set("module", "feedback");
  body.set("media_type", "ALL_FORMAT");
  return call<UploadAttachmentData>(PATH, { ...options, method: "POST", body });
}
