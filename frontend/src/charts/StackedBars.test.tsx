import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Bar } from "./bars";
import { StackedBars } from "./StackedBars";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const bars: readonly Bar[] = ["In", "Out", "Net"].map((id, i) => ({
  id,
  total: [`$${i}00.00`, `$${i}`],
  parts: [
    { id: "a", colour: "red", value: i + 1 },
    { id: "b", colour: "blue", value: i === 2 ? -1 : 1 },
  ],
}));

function show(width = 600) {
  // jsdom has no layout, and the chart needs the width of its card.
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(width);
  return render(
    <StackedBars
      bars={bars}
      sentence="What the chart shows."
      label="Flows"
      barText={(bar) => `bar ${bar}`}
      labels={() => []}
      lineText={(amount) => amount}
      height={200}
      thickness={48}
      tip={(bar) => `Tip of ${bar}`}
    />,
  );
}

const slider = () => screen.getByRole("slider", { name: "Flows" });

test("keys move through the bars, and Escape closes the tooltip", () => {
  show();
  screen.getByText("What the chart shows.");
  expect([slider().getAttribute("aria-valuetext"), screen.queryByText(/^Tip/)]).toEqual(["bar 2", null]);
  fireEvent.keyDown(slider(), { key: "ArrowLeft" });
  screen.getByText("Tip of 1");
  fireEvent.keyDown(slider(), { key: "Home" });
  fireEvent.keyDown(slider(), { key: "ArrowLeft" });
  screen.getByText("Tip of 0");
  fireEvent.keyDown(slider(), { key: "Escape" });
  expect(screen.queryByText(/^Tip/)).toBeNull();
});

test("what a finger chose stays until the chart loses the focus", () => {
  show();
  fireEvent.pointerDown(slider(), { clientX: 10, pointerType: "touch" });
  fireEvent.pointerLeave(slider(), { pointerType: "touch" });
  screen.getByText("Tip of 0");
  fireEvent.blur(slider());
  expect(screen.queryByText(/^Tip/)).toBeNull();
});

test("a mouse shows the bar below it, until it leaves", () => {
  show();
  fireEvent.pointerMove(slider(), { clientX: 590, pointerType: "mouse" });
  screen.getByText("Tip of 2");
  fireEvent.pointerLeave(slider(), { pointerType: "mouse" });
  expect(screen.queryByText(/^Tip/)).toBeNull();
});

test.each([
  [600, "$100.00"],
  [120, "$1"],
])("at %i px the figure above a bar is %s", (width, total) => {
  show(width);
  screen.getByText(total);
});

test("what is below zero hangs under the axis", () => {
  const { container } = show();
  const [, , , , , under] = [...container.querySelectorAll("rect")];
  const zero = container.querySelector("line[class*=zero]");
  expect(under?.getAttribute("y")).toBe(zero?.getAttribute("y1"));
});
