// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Field } from "./Field";
import { required, useForm } from "./useForm";

afterEach(cleanup);

const rules = { name: required("Please select a wallet name"), note: required("Field cannot be empty") };

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
      <Field label="Name" noteId="f-name" problem={form.problems.name}>
        {(id) => <input id={id} {...form.bind("name")} />}
      </Field>
      <Field label="Note" noteId="f-note" problem={form.problems.note}>
        {(id) => <input id={id} {...form.bind("note")} />}
      </Field>
      <button type="submit">Save</button>
    </form>
  );
}

test("a field is checked when it is left, and what is wrong goes away while it is mended", () => {
  render(<Form send={() => undefined} />);
  const name = screen.getByLabelText("Name");
  expect(screen.queryByRole("alert")).toBeNull();
  fireEvent.blur(name);
  expect(screen.getByText("Please select a wallet name")).toBeTruthy();
  expect(screen.queryByText("Field cannot be empty")).toBeNull();
  expect(name.getAttribute("aria-invalid")).toBe("true");
  fireEvent.change(name, { target: { value: "Ledger" } });
  expect(screen.queryByRole("alert")).toBeNull();
});

test("all are checked when the form is sent; nothing is sent until all are right, and the first wrong one is gone to", () => {
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
