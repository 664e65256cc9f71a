import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { userKey } from "../queries/keys";
import { PersonAction } from "./PersonAction";

afterEach(cleanup);

function show(user: object) {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  client.setQueryData(userKey, {
    user: { first_name: null, last_name: null, sign_in_wallets: [], user_wallets: [], link: null, ...user },
  });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <PersonAction />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const open = async (name: RegExp, menu: string) => {
  fireEvent.click(screen.getByRole("button", { name }));
  return within(await screen.findByRole("menu", { name: menu }));
};

test("the menu of an anonymous person signs in or leaves", async () => {
  show({ anonymous: true, email: null });
  const menu = await open(/^Not signed in/, "Not signed in");
  expect(menu.getAllByRole("menuitem").map((one) => one.textContent)).toEqual([
    "Sign in",
    "Profile",
    "Share your portfolio",
    "Leave this browser",
  ]);
  expect(menu.getByRole("menuitem", { name: "Profile" }).getAttribute("href")).toBe("/profile");
});

test("signing out asks about that only", async () => {
  show({ anonymous: false, email: "ada@example.org" });
  const menu = await open(/^ada@example.org/, "ada@example.org");
  fireEvent.click(menu.getByRole("menuitem", { name: "Sign out" }));
  expect(screen.queryByRole("menu")).toBeNull();
  const dialog = within(await screen.findByRole("dialog", { name: "Are you sure you want to leave?" }));
  expect(dialog.getAllByRole("button").map((one) => one.textContent || one.ariaLabel)).toEqual(["Close", "Yes", "No"]);
  fireEvent.click(dialog.getByRole("button", { name: "No" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});
