import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { TryExample } from "./TryExample";

afterEach(cleanup);

const press = () => fireEvent.click(screen.getByRole("button", { name: "Try it with an example" }));

test("one press adds the example", async () => {
  const save = vi.fn(() => Promise.resolve());
  render(<TryExample save={save} />);
  press();
  expect(save).toHaveBeenCalledExactlyOnceWith({ addresses: ["vitalik.eth"], nicknames: {} });
  await screen.findByRole("button", { name: "Try it with an example" });
  expect(screen.queryByRole("alert")).toBeNull();
});

test("an error is shown beside the button, which can be pressed again", async () => {
  const save = vi.fn(() => Promise.reject(new Error("Too many new portfolios. Try again in 5 minutes.")));
  render(<TryExample save={save} />);
  press();
  expect((await screen.findByRole("alert")).textContent).toContain("Too many new portfolios.");
  press();
  expect(save).toHaveBeenCalledTimes(2);
});
