/** The picture types that a wallet may announce. */
const PICTURE = /^data:image\/(?:png|svg\+xml|webp|jpeg)[;,]/i;
/** The most characters of a picture. */
const LONGEST = 200_000;

/**
 * Returns the picture that a wallet announces if it can be shown in an `img`, and null otherwise. Any extension can announce
 * anything, so that only pictures without a request are accepted; an `img` runs no script of an SVG.
 */
export function safeIcon(icon: unknown): string | null {
  if (typeof icon !== "string" || icon.length > LONGEST) return null;
  const trimmed = icon.trim();
  return PICTURE.test(trimmed) ? trimmed : null;
}
