/** The series as the server names them: by their light values. */
const SERIES = ["#134264", "#58bcb1", "#3f6d8a", "#e3b04b", "#ab4535", "#a9d5f3", "#643c98", "#75888f"];

/** A colour of the server in the theme's own form, so that it can be seen in the dark too. */
export function themed(colour: string): string {
  const place = SERIES.indexOf(colour.toLowerCase());
  return place < 0 ? colour : `var(--c${place + 1})`;
}
