import { fireEvent } from "@testing-library/react";

/** Published test phrases of BIP 39. */
export const TWELVE = "legal winner thank year wave sausage worth useful legal winner thank yellow";
export const TWENTY_FOUR =
  "letter advice cage absurd amount doctor acoustic avoid letter advice cage absurd amount doctor acoustic avoid letter advice cage absurd amount doctor acoustic bless";

const fitting = (field: HTMLInputElement, text: string): string =>
  field.maxLength > 0 ? text.slice(0, field.maxLength) : text;

/** Types a text key by key; `pause` runs between two keys. */
export async function typeKeys(field: () => HTMLInputElement, text: string, pause: () => Promise<unknown>) {
  fireEvent.focus(field());
  for (const key of text) {
    fireEvent.keyDown(field(), { key });
    fireEvent.change(field(), { target: { value: fitting(field(), `${field().value}${key}`) } });
    fireEvent.keyUp(field(), { key });
    await pause();
  }
}

/** Appends a text by pasting; like a browser, it truncates to the maximum length of the field. */
export function pasteInto(field: HTMLInputElement, text: string) {
  fireEvent.focus(field);
  const isTaken = fireEvent.paste(field, { clipboardData: { getData: () => text } });
  if (isTaken) fireEvent.change(field, { target: { value: fitting(field, `${field.value}${text}`) } });
}
