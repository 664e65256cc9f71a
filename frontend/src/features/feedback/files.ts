/** The kinds of files that can be attached, as the file dialog of the browser filters them. */
export const ACCEPTED = ".png,.jpg,.jpeg,.gif,.webp,.mp4,.webm,.pdf,.csv,.txt";
const EXTENSION = new RegExp(`\\.(?:${ACCEPTED.replaceAll(".", "").replaceAll(",", "|")})$`, "i");
const MOST_BYTES = 2_000_000;

/** Why a file cannot be attached; empty if it can. The server recognizes it by its content. */
export const fileProblem = ({ name, size }: File): string =>
  size > 0 && size <= MOST_BYTES && EXTENSION.test(name) ? "" : `${name} rejected due to size or invalid format`;

/** The size of a file for people. */
export const sizeText = (bytes: number): string =>
  bytes < 1000
    ? `${bytes} bytes`
    : bytes < 1_000_000
      ? `${Math.round(bytes / 1000)} kB`
      : `${Math.round(bytes / 100_000) / 10} MB`;
