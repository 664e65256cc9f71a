import { expect, test } from "vitest";
import { changedView, queryOf, rangeOf, viewOf } from "./valueView";

const queryText = (query: string): string => {
  const params = new URLSearchParams();
  for (const [name, values] of Object.entries(queryOf(viewOf(new URLSearchParams(query)))))
    for (const value of values) params.append(name, value);
  return params.toString();
};

test.each([
  "",
  "group=month&value=largest",
  "chain=a&chain=b&token=eth&dust=hidden&span=1y",
  "from=2025-01-01&to=2025-02-01&open=2025-01-20&as=table",
])("the view of “%s” is kept in the query, without what is the default", (query) =>
  expect(queryText(query)).toBe(query),
);

test("what cannot be read is the default", () =>
  expect(queryText("group=week&value=x&span=2y&from=2025-02-01&to=2025-01-01&open=today")).toBe(""));

test("no more than four tokens are chosen", () =>
  expect(viewOf(new URLSearchParams("token=a&token=b&token=c&token=d&token=e")).coins).toEqual(["a", "b", "c", "d"]));

test("another grouping, span or chain closes the open period, another value does not", () => {
  const view = viewOf(new URLSearchParams("open=2025-01-20"));
  expect(changedView(view, { group: "month" }).open).toBeNull();
  expect(changedView(view, { span: "1y" }).open).toBeNull();
  expect(changedView(view, { chains: [] }).open).toBeNull();
  expect(changedView(view, { measure: "largest" }).open).toBe("2025-01-20");
});

test("the range is that of the dragged span, else of the chosen one", () => {
  const days = ["2025-01-01", "2025-01-02", "2025-01-03", "2025-01-04"];
  expect(rangeOf(days, viewOf(new URLSearchParams("from=2025-01-02&to=2025-01-03")))).toEqual([1, 2]);
  expect(rangeOf(days, viewOf(new URLSearchParams()))).toEqual([0, 3]);
});
