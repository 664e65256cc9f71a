export type { AddUploadData, Detection, ReadUploadData, UploadRoom, UploadRow, WantedRow } from "@spyhop/sdk";
