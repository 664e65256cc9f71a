import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { MailingList } from "./MailingList";

afterEach(cleanup);

test("a person leaves the mailing list, and can try again if that fails", async () => {
  const leave = vi.fn().mockRejectedValueOnce(new Error("Something Went Wrong")).mockResolvedValue(undefined);
  render(<MailingList email="ann@example.com" leave={leave} />);
  screen.getByText("ann@example.com is on our mailing list.");
  const button = screen.getByRole("button", { name: "Leave the list" });
  fireEvent.click(button);
  await screen.findByText("Something Went Wrong");
  fireEvent.click(button);
  await waitFor(() => expect(leave).toHaveBeenCalledTimes(2));
  expect(screen.queryByText("Something Went Wrong")).toBeNull();
});
