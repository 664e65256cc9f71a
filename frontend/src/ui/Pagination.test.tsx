import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { Pagination } from "./Pagination";
import { nearestPage } from "./paging";

afterEach(cleanup);

function Book({ first }: { first: number }) {
  const [page, setPage] = useState(first);
  return (
    <>
      <Pagination page={page} pages={5} onPage={setPage} />
      <output>{page}</output>
    </>
  );
}

/** Returns the text of the field and the shown page after a text was submitted. */
function typed(first: number, text: string) {
  render(<Book first={first} />);
  const input = screen.getByLabelText<HTMLInputElement>("Page");
  fireEvent.change(input, { target: { value: text } });
  fireEvent.submit(screen.getByRole("form", { name: "Pages" }));
  return [screen.getByLabelText<HTMLInputElement>("Page").value, screen.getByRole("status").textContent];
}

test.each([
  [0, "3", "3"],
  [4, "9", "5"],
  [0, "9", "5"],
  [0, "0", "1"],
  [4, "-2", "1"],
  [0, "", "1"],
  [0, "two", "1"],
  [2, "3.7", "3"],
  [2, "03", "3"],
])("on page %i (from 0), %j becomes page %s, and the control says so", (first, text, shown) => {
  expect(typed(first, text)).toEqual([shown, String(Number(shown) - 1)]);
});

test("the field keeps the focus after a page was typed", () => {
  render(<Book first={0} />);
  const input = screen.getByLabelText<HTMLInputElement>("Page");
  input.focus();
  fireEvent.change(input, { target: { value: "3" } });
  fireEvent.submit(screen.getByRole("form", { name: "Pages" }));
  expect(document.activeElement).toBe(input);
  expect(screen.getByLabelText("Page")).toBe(input);
  fireEvent.click(screen.getByRole("button", { name: "Next page" }));
  expect(input.value).toBe("4");
});

test("the arrows move the number along", () => {
  render(<Book first={0} />);
  fireEvent.click(screen.getByRole("button", { name: "Next page" }));
  expect(screen.getByLabelText<HTMLInputElement>("Page").value).toBe("2");
  fireEvent.click(screen.getByRole("button", { name: "Previous page" }));
  expect(screen.getByLabelText<HTMLInputElement>("Page").value).toBe("1");
});

test("without a page the nearest is the first", () => {
  expect([nearestPage(3, 0), nearestPage(Number.NaN, 5)]).toEqual([0, 0]);
});
