import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Slides } from "./Slides";
import { landings } from "./statements";

afterEach(cleanup);

const { statements } = landings["landing-page-whale"];
const arrow = (name: "Previous" | "Next") => screen.getByRole("button", { name }) as HTMLButtonElement;
const press = (name: "Previous" | "Next") => fireEvent.click(arrow(name));

test("the arrows move by one slide, and the count follows", () => {
  render(<Slides statements={statements} />);
  screen.getByText("1 of 3");
  press("Next");
  screen.getByText("2 of 3");
  press("Next");
  screen.getByText("3 of 3");
  press("Previous");
  screen.getByText("2 of 3");
});

test("at either end there is no arrow further", () => {
  render(<Slides statements={statements} />);
  expect([arrow("Previous").disabled, arrow("Next").disabled]).toEqual([true, false]);
  press("Next");
  expect([arrow("Previous").disabled, arrow("Next").disabled]).toEqual([false, false]);
  press("Next");
  expect([arrow("Previous").disabled, arrow("Next").disabled]).toEqual([false, true]);
});

test("the slides are reached by the keyboard, and are all there for a screen reader", () => {
  render(<Slides statements={statements} />);
  expect(screen.getByRole("list", { name: "Three things to know" }).tabIndex).toBe(0);
  expect(screen.getAllByRole("listitem")).toHaveLength(3);
});
