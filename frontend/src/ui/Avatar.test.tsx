import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { Avatar, AvatarStack } from "./Avatar";

const picturesOf = (root: Element) => [...root.querySelectorAll("img")].map((one) => one.getAttribute("src"));

test("an image replaces the letter, in the same box", () => {
  const letter = render(<Avatar name="ETH" colour="#134264" size={24} />).container;
  const marked = render(<Avatar name="ETH" colour="#134264" size={24} mark="/marks/tokens/ETH.1.svg" />).container;
  expect(letter.textContent).toBe("E");
  expect(marked.textContent).toBe("");
  expect(picturesOf(marked)).toEqual(["/marks/tokens/ETH.1.svg"]);
  expect(marked.firstElementChild?.className).toBe(letter.firstElementChild?.className);
});

test("an avatar without an image keeps its letter, also beside the image of its network", () => {
  const { container } = render(
    <Avatar name="TIDE" colour="#134264" mark={null} network="/marks/networks/base.1.svg" />,
  );
  expect(container.textContent).toBe("T");
  expect(picturesOf(container)).toEqual(["/marks/networks/base.1.svg"]);
});

test("at most three avatars are stacked, each with its own image", () => {
  const of = ["a", "b", "c", "d"].map((name) => ({ name, colour: "#134264", mark: `/marks/networks/${name}.1.svg` }));
  const { container } = render(<AvatarStack of={of} />);
  expect(picturesOf(container)).toEqual(of.slice(0, 3).map(({ mark }) => mark));
});
