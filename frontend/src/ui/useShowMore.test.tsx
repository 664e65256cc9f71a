import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { useShowMore } from "./useShowMore";

afterEach(cleanup);

function List({ many }: { many: number }) {
  const [shown, more] = useShowMore(
    Array.from({ length: many }, (_, n) => n),
    3,
  );
  return (
    <>
      <ul>
        {shown.map((n) => (
          <li key={n}>{n}</li>
        ))}
      </ul>
      {more}
    </>
  );
}
const rows = () => screen.getAllByRole("listitem").length;

test("a long list is first shortened, then expanded and collapsed again", () => {
  render(<List many={1_203} />);
  expect(rows()).toBe(3);
  const button = screen.getByRole("button", { name: "Show 1,200 more" });
  expect(button.getAttribute("aria-expanded")).toBe("false");
  fireEvent.click(button);
  expect(rows()).toBe(1_203);
  fireEvent.click(screen.getByRole("button", { name: "Show fewer", expanded: true }));
  expect(rows()).toBe(3);
});

test.each([3, 4])("a list that is short enough or has one row more has no button, with %i rows", (many) => {
  render(<List many={many} />);
  expect(rows()).toBe(many);
  expect(screen.queryByRole("button")).toBeNull();
});
