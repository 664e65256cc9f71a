import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { loadWords } from "../format/secret";
import { Field } from "./Field";
import { pasteInto, TWELVE, typeKeys } from "./keys.test-setup";
import { required, useForm } from "./useForm";

beforeAll(loadWords);
afterEach(cleanup);

const rules = { name: required("Please select one"), note: required("Field cannot be empty") };

function Form({ send }: { send: (name: string) => void }) {
  const form = useForm("f", { name: "", note: "" }, rules);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (form.check(event.currentTarget)) send(form.texts.name);
      }}
    >
      <Field label="Name" {...form.note("name")}>
        {(id) => <input id={id} {...form.bind("name")} />}
      </Field>
      <Field label="Note" {...form.note("note")}>
        {(id) => <input id={id} {...form.bind("note")} />}
      </Field>
      <button type="submit">Save</button>
    </form>
  );
}

test("a field is validated on blur, and its problem disappears while it is edited", () => {
  render(<Form send={() => undefined} />);
  const name = screen.getByLabelText("Name");
  expect(screen.queryByRole("alert")).toBeNull();
  fireEvent.blur(name);
  expect(screen.getByText("Please select one")).toBeTruthy();
  expect(screen.queryByText("Field cannot be empty")).toBeNull();
  expect(name.getAttribute("aria-invalid")).toBe("true");
  fireEvent.change(name, { target: { value: "Ledger" } });
  expect(screen.queryByRole("alert")).toBeNull();
});

test("all fields are validated on submit; nothing is sent until all are valid, and the first invalid one gets the focus", () => {
  const send = vi.fn();
  render(<Form send={send} />);
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Ledger" } });
  fireEvent.click(screen.getByText("Save"));
  expect(send).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(screen.getByLabelText("Note"));
  fireEvent.change(screen.getByLabelText("Note"), { target: { value: "Cold" } });
  fireEvent.click(screen.getByText("Save"));
  expect(send).toHaveBeenCalledWith("Ledger");
});

test("a secret is cleared from its field, with a warning that stays until it is dismissed", async () => {
  const send = vi.fn();
  render(<Form send={send} />);
  const note = () => screen.getByLabelText("Note") as HTMLInputElement;
  await typeKeys(note, TWELVE, () => Promise.resolve());
  expect(note().value).toBe("");
  expect(note().getAttribute("aria-invalid")).toBe("true");
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Ledger" } });
  expect(screen.getByText(/looks like a recovery phrase/)).toBeTruthy();
  fireEvent.click(screen.getByText("Save"));
  expect(send).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByText(/looks like a recovery phrase/)).toBeNull();
  pasteInto(screen.getByLabelText("Name"), TWELVE);
  expect((screen.getByLabelText("Name") as HTMLInputElement).value).toBe("");
});
