/** The series colors of the light theme, as the server sends them. */
const SERIES = ["#134264", "#58bcb1", "#3f6d8a", "#e3b04b", "#ab4535", "#a9d5f3", "#643c98", "#75888f"];

/** Converts a color of the server to the color of the current theme, so that it is visible in the dark theme too. */
export function themed(colour: string): string {
  const place = SERIES.indexOf(colour.toLowerCase());
  return place < 0 ? colour : `var(--c${place + 1})`;
}
