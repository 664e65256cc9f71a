import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { loadWords } from "../format/secret";
import { pasteInto, TWELVE, typeKeys } from "./keys.test-setup";
import { SearchField } from "./SearchField";

beforeAll(loadWords);
afterEach(cleanup);

const field = () => screen.getByLabelText("Find an asset") as HTMLInputElement;

function Page({ onChange }: { onChange: (text: string) => void }) {
  const [text, setText] = useState("");
  const change = (next: string) => {
    setText(next);
    onChange(next);
  };
  return <SearchField value={text} label="Find an asset" onChange={change} />;
}

test("a phrase is cleared and not looked for, typed or pasted", async () => {
  const onChange = vi.fn();
  render(<Page onChange={onChange} />);
  pasteInto(field(), TWELVE);
  expect(onChange.mock.calls).toEqual([[""]]);
  expect(screen.getByText(/looks like a recovery phrase/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByText(/looks like a recovery phrase/)).toBeNull();
  await typeKeys(field, TWELVE, () => Promise.resolve());
  expect(field().value).toBe("");
  expect(onChange.mock.calls.some(([text]) => text === TWELVE)).toBe(false);
});
