/** Saves a text as a file, without a network request. */
export const saveFile = (name: string, content: string, type: string): void =>
  saveBlob(name, new Blob([content], { type }));

/** Saves a file that was downloaded. */
export function saveBlob(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
