import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { MultiSelect } from "./MultiSelect";

afterEach(cleanup);

const choices = Array.from({ length: 14 }, (_, n) => ({ id: `a${n}`, name: `Asset ${n}`, also: `SYM${n}`, count: n }));
const names = () => screen.getAllByRole("checkbox").map((box) => box.parentElement?.textContent);

/** Opens the list. */
async function open(props: Partial<Parameters<typeof MultiSelect>[0]> = {}) {
  const onChoose = vi.fn();
  render(<MultiSelect label="Assets" all="All assets" choices={choices} chosen={[]} onChoose={onChoose} {...props} />);
  fireEvent.click(screen.getByRole("button"));
  await screen.findByRole("checkbox", { name: "All assets" });
  return onChoose;
}

test("a long list can be narrowed by name and symbol, and keeps the option for all", async () => {
  const onChoose = await open({ find: "Find an asset" });
  const field = screen.getByLabelText("Find an asset");
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: "sym13" } });
  expect(names()).toEqual(["All assets", "Asset 1313"]);
  fireEvent.click(screen.getByRole("checkbox", { name: /^Asset 13/ }));
  expect(onChoose).toHaveBeenCalledWith(["a13"]);
  fireEvent.change(field, { target: { value: "nothing" } });
  expect(screen.getByText("Nothing matches “nothing”.")).toBeTruthy();
});

test("a short list has no field", async () => {
  await open({ find: "Find an asset", choices: choices.slice(0, 5) });
  expect(screen.queryByLabelText("Find an asset")).toBeNull();
  expect(names()).toHaveLength(6);
});

test("a list without options says whether they are still loading", async () => {
  const list = (isLoading: boolean) => (
    <MultiSelect label="Assets" all="All assets" choices={[]} chosen={[]} onChoose={vi.fn()} isLoading={isLoading} />
  );
  const { rerender } = render(list(true));
  fireEvent.click(screen.getByRole("button"));
  expect(await screen.findByText("Loading…")).toBeTruthy();
  expect(screen.queryByText("No Data")).toBeNull();
  rerender(list(false));
  expect(screen.getByText("No Data")).toBeTruthy();
});

test("an option that is cut off can be read whole", async () => {
  await open({
    choices: [
      { id: "0x8a12000000009e21", name: "0x8a12…9e21", whole: "0x8a12000000009e21" },
      { id: "b", name: "Savings" },
    ],
  });
  const titles = screen.getAllByRole("checkbox").map((box) => box.closest("label")?.title);
  expect(titles).toEqual(["", "0x8a12000000009e21", "Savings"]);
});

test("no more than the limit can be chosen", async () => {
  const onChoose = await open({ chosen: ["a0", "a1"], most: 2, words: "2 assets", isAll: true });
  expect(screen.getByRole("button", { name: "Assets: 2 assets" })).toBeTruthy();
  const box = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name });
  expect([box("All assets").checked, box("Asset 11").checked, box("Asset 22").disabled]).toEqual([true, true, true]);
  fireEvent.click(box("Asset 11"));
  expect(onChoose).toHaveBeenCalledWith(["a0"]);
});
