/** A file of wallets that was chosen on Welcome and is opened once there is a session. */
let handed: File | null = null;

export const setPendingFile = (file: File | null): void => {
  handed = file;
};

/** Returns the pending file and clears it. */
export function takePendingFile(): File | null {
  const file = handed;
  handed = null;
  return file;
}
