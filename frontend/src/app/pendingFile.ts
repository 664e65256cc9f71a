/** A file of wallets that was chosen on Welcome and is opened once there is a session. */
let pending: File | null = null;

export const setPendingFile = (file: File | null): void => {
  pending = file;
};

/** Returns the pending file and clears it. */
export function takePendingFile(): File | null {
  const file = pending;
  pending = null;
  return file;
}
