import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Toasts } from "../../ui/Toast";
import { BasicInformation } from "./BasicInformation";
import type { Person } from "./types";

const save = vi.fn();
const onEnterCode = vi.fn();
const ADA: Person = {
  first_name: "Ada",
  last_name: null,
  email: "ada@example.org",
  mobile: null,
  pending_email: null,
  mailing_list: null,
  anonymous: false,
};

beforeEach(() => {
  save.mockReset().mockResolvedValue(undefined);
  onEnterCode.mockReset();
});
afterEach(cleanup);

const open = (own: Partial<Person> = {}) =>
  render(
    <Toasts>
      <BasicInformation person={{ ...ADA, ...own }} save={save} leaveMailingList={vi.fn()} onEnterCode={onEnterCode} />
    </Toasts>,
  );
const enter = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("saving sends what was changed, trimmed, and confirms", async () => {
  open();
  enter("Last Name", " Lovelace ");
  enter("Mobile Number", "+0701234567");
  press("Save changes");
  await screen.findByText("Profile updated");
  expect(save).toHaveBeenCalledExactlyOnceWith({ last_name: "Lovelace", mobile: "+0701234567" });
  expect(onEnterCode).not.toHaveBeenCalled();
});

test("a wrong email and a wrong number are said at their fields, and nothing is sent", () => {
  open();
  enter("Email", "ada@");
  enter("Mobile Number", "12");
  press("Save changes");
  screen.getByText("Please enter valid email id");
  screen.getByText("Enter 7 to 15 digits, with a + if you like.");
  expect(save).not.toHaveBeenCalled();
});

test("a failure is said in the form", async () => {
  save.mockRejectedValue(new Error("Something Went Wrong"));
  open();
  press("Save changes");
  await screen.findByText("Something Went Wrong");
});

test("only the saved email is shown as confirmed", () => {
  open();
  screen.getByText("Confirmed");
  enter("Email", "ada@example.com");
  expect(screen.queryByText("Confirmed")).toBeNull();
});

test("a new email waits for its code, and can be canceled", async () => {
  open({ pending_email: "new@example.org" });
  screen.getByText("new@example.org is waiting for its code.");
  press("Enter code");
  expect(onEnterCode).toHaveBeenCalledExactlyOnceWith("new@example.org", null);
  press("Cancel");
  await waitFor(() => expect(save).toHaveBeenCalledExactlyOnceWith({ email: "" }));
});

test("a new email opens the field for its code, and the current one stays", async () => {
  open();
  enter("Email", "new@example.org");
  press("Save changes");
  await waitFor(() => expect(onEnterCode).toHaveBeenCalledExactlyOnceWith("new@example.org", expect.any(Number)));
  expect(save).toHaveBeenCalledExactlyOnceWith({ email: "new@example.org" });
  screen.getByDisplayValue("ada@example.org");
});
