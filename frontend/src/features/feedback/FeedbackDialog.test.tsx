import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Toasts } from "../../ui/Toast";
import { FeedbackDialog } from "./FeedbackDialog";

const send = vi.fn();
const onClose = vi.fn();

beforeEach(() => {
  send.mockReset().mockResolvedValue(undefined);
  onClose.mockReset();
  render(
    <Toasts>
      <FeedbackDialog send={send} onClose={onClose} />
    </Toasts>,
  );
});
afterEach(cleanup);

const submit = () => fireEvent.click(screen.getByRole("button", { name: "Send feedback" }));
const enter = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

test("there are eleven sections to select", () => {
  const options = screen.getAllByRole("option").map((option) => option.textContent);
  expect([options[0], options.length]).toEqual(["Select Section", 12]);
});

test("nothing is sent until section, rating and text are there", () => {
  submit();
  for (const text of ["Select a section.", "Choose one.", "Field cannot be empty"]) screen.getByText(text);
  enter("Section", "Wallets");
  submit();
  enter("Your feedback", "Clear.");
  submit();
  expect(send).not.toHaveBeenCalled();
});

test("a rating is sent with its section", async () => {
  enter("Section", "Net Flows");
  fireEvent.click(screen.getByLabelText("Excellent"));
  enter("Your feedback", " Clear. ");
  submit();
  await screen.findByText("Thank you very much for your feedback");
  expect(send).toHaveBeenCalledExactlyOnceWith({ page: "Net Flows", rating: 5, feedback: "Clear." }, null);
  expect(onClose).toHaveBeenCalledOnce();
});

test("feedback about everything is positive or negative", async () => {
  fireEvent.click(screen.getByLabelText("Everything"));
  expect(screen.queryByLabelText("Section")).toBeNull();
  fireEvent.click(screen.getByLabelText("Negative"));
  enter("Your feedback", "Slow.");
  submit();
  await waitFor(() =>
    expect(send).toHaveBeenCalledExactlyOnceWith({ feedback_type: "negative", feedback: "Slow." }, null),
  );
});

test("a failure keeps what was entered", async () => {
  send.mockRejectedValue(new Error("Too many requests. Please try again later."));
  enter("Section", "Wallets");
  fireEvent.click(screen.getByLabelText("Bad"));
  enter("Your feedback", "Slow.");
  submit();
  await screen.findByText("Too many requests. Please try again later.");
  expect(onClose).not.toHaveBeenCalled();
  screen.getByDisplayValue("Slow.");
});

const choose = (name: string, size: number) => {
  const file = new File(["a".repeat(size)], name);
  fireEvent.change(screen.getByLabelText("Add a file"), { target: { files: { item: () => file } } });
  return file;
};

test("a file is sent with the feedback", async () => {
  for (const [name, size] of [
    ["page.html", 9],
    ["empty.png", 0],
    ["large.png", 2_000_001],
  ] as const) {
    choose(name, size);
    screen.getByText(`${name} rejected due to size or invalid format`);
  }
  choose("first.txt", 9);
  fireEvent.click(screen.getByRole("button", { name: "Remove first.txt" }));
  const file = choose("Screen.PNG", 1500);
  screen.getByText("2 kB");
  expect(screen.queryByText(/rejected/)).toBeNull();
  enter("Section", "Wallets");
  fireEvent.click(screen.getByLabelText("Bad"));
  enter("Your feedback", "Slow.");
  submit();
  await waitFor(() =>
    expect(send).toHaveBeenCalledExactlyOnceWith({ page: "Wallets", rating: 2, feedback: "Slow." }, file),
  );
});
