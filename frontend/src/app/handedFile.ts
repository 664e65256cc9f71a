/** A file of wallets that was chosen on Welcome, for the page that a session opens. */
let handed: File | null = null;

export const handFile = (file: File | null): void => {
  handed = file;
};

/** The file, once. */
export function takeFile(): File | null {
  const file = handed;
  handed = null;
  return file;
}
