import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { Toasts } from "../ui/Toast";
import { FeedbackContainer } from "./FeedbackContainer";

const { sendFeedback } = vi.hoisted(() => ({ sendFeedback: vi.fn() }));
vi.mock("@spyhop/sdk", () => ({ sendFeedback }));

function Page() {
  const { pathname, search, hash } = useLocation();
  return (
    <>
      <output>{pathname + search + hash}</output>
      {hash === "#feedback" ? <FeedbackContainer /> : null}
    </>
  );
}

const open = () =>
  render(
    <MemoryRouter initialEntries={["/wallets?sort=name#feedback"]}>
      <Toasts>
        <Page />
      </Toasts>
    </MemoryRouter>,
  );
const enter = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

afterEach(cleanup);

test("closing the dialog leaves the page where it was", async () => {
  open();
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByRole("status").textContent).toBe("/wallets?sort=name");
  expect(sendFeedback).not.toHaveBeenCalled();
});

test("feedback that was sent closes the dialog", async () => {
  sendFeedback.mockResolvedValue({});
  open();
  enter("Section", "Blockchain Fees");
  fireEvent.click(screen.getByLabelText("Terrible"));
  enter("Your feedback", "Too high.");
  fireEvent.click(screen.getByRole("button", { name: "Send feedback" }));
  await screen.findByText("Thank you very much for your feedback");
  expect(sendFeedback).toHaveBeenCalledExactlyOnceWith({ page: "Blockchain Fees", rating: 1, feedback: "Too high." });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
