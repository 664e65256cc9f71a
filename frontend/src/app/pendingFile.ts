/** A file of wallets that was chosen on Welcome, for the page that a session opens. */
let handed: File | null = null;

export const setPendingFile = (file: File | null): void => {
  handed = file;
};

/** The file, once. */
export function takePendingFile(): File | null {
  const file = handed;
  handed = null;
  return file;
}
