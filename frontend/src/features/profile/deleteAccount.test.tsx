import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { DeleteAccountDialog } from "./DeleteAccountDialog";

afterEach(cleanup);

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("an account is deleted only after the word was typed", async () => {
  const remove = vi.fn().mockResolvedValue(undefined);
  render(<DeleteAccountDialog remove={remove} onClose={vi.fn()} />);
  press("Delete account");
  screen.getByText('Type "delete" to confirm.');
  expect(remove).not.toHaveBeenCalled();
  fireEvent.change(screen.getByLabelText('Type "delete" to confirm'), { target: { value: "Delete" } });
  press("Delete account");
  await waitFor(() => expect(remove).toHaveBeenCalledExactlyOnceWith("Delete"));
});

test("a deletion that was refused says why", async () => {
  render(
    <DeleteAccountDialog remove={vi.fn().mockRejectedValue(new Error("Something Went Wrong"))} onClose={vi.fn()} />,
  );
  fireEvent.change(screen.getByLabelText('Type "delete" to confirm'), { target: { value: "delete" } });
  press("Delete account");
  await screen.findByText("Something Went Wrong");
});
