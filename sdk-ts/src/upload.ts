import { type CallOptions, call, read } from "./call.js";
import type {
  ExchangeFile,
  ExchangeFilePreview,
  ImportExchangeFileRequest,
  PreviewExchangeFileRequest,
  UploadAttachmentData,
} from "./generated/model/index.js";
import type { FileContent } from "./platform.js";

const ATTACHMENT = "/api/common/attachment/upload";
const PREVIEW = "/api/organisation/user/preview-exchange-file";
const IMPORT = "/api/organisation/user/import-exchange-file";

/** The fields of a call with the file as it is in place of its base64. */
type WithContent<Request> = Omit<Request, "file"> & { file: FileContent };

/** Builds the body of a call with a file. Fields without a value are left out. */
function formOf({ file, ...fields }: { file: FileContent; [field: string]: unknown }): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value !== null && value !== undefined) body.set(name, String(value));
  body.set("file", file);
  return body;
}

/** Uploads a file to attach to feedback. Throws `ProblemError` if the server refuses it. */
export function uploadFile(file: FileContent, options: CallOptions = {}): Promise<UploadAttachmentData> {
  const body = formOf({ module: "feedback", media_type: "ALL_FORMAT", file });
  return call<UploadAttachmentData>(ATTACHMENT, { ...options, method: "POST", body });
}

/** Does what `previewExchangeFile` does with a file as it is, which may be a third larger than one in base64. */
export const previewExchangeUpload = (
  request: WithContent<PreviewExchangeFileRequest>,
  options: CallOptions = {},
): Promise<ExchangeFilePreview> =>
  read<ExchangeFilePreview>(PREVIEW, { ...options, method: "POST", body: formOf({ ...request }) });

/** Does what `importExchangeFile` does with a file as it is. */
export const importExchangeUpload = (
  request: WithContent<ImportExchangeFileRequest>,
  options: CallOptions = {},
): Promise<ExchangeFile> => call<ExchangeFile>(IMPORT, { ...options, method: "POST", body: formOf({ ...request }) });
