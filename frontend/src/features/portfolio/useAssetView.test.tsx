import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider, useNavigate } from "react-router";
import { afterEach, expect, test } from "vitest";
import { useAssetView } from "./useAssetView";

afterEach(cleanup);

function Table() {
  const [view, onView] = useAssetView();
  const navigate = useNavigate();
  return (
    <>
      <output>{`${view.search} ${view.page}`}</output>
      <button type="button" onClick={() => onView({ page: view.page + 1 })}>
        Next
      </button>
      <button type="button" onClick={() => onView({ search: "eth" })}>
        Search
      </button>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
    </>
  );
}

test("a page of the table is a step that Back takes back, a filter is none", () => {
  const routes = [
    { path: "/wallets", element: "Wallets" },
    { path: "/home", element: <Table /> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ["/wallets", "/home"], initialIndex: 1 });
  render(<RouterProvider router={router} />);
  const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
  const view = () => screen.getByRole("status").textContent;
  press("Search");
  press("Next");
  press("Next");
  expect(view()).toBe("eth 2");
  press("Back");
  expect(view()).toBe("eth 1");
  press("Back");
  expect(view()).toBe("eth 0");
  press("Back");
  expect(screen.getByText("Wallets")).toBeTruthy();
});
