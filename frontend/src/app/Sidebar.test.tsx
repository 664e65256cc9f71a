import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, expect, test } from "vitest";
import { LOCKED, Sidebar, TabBar } from "./Sidebar";

afterEach(cleanup);

const names = () => screen.getAllByRole("link").map((link) => link.textContent);

test("the sidebar has every page in its group", () => {
  render(
    <MemoryRouter initialEntries={["/intelligence/transaction-history"]}>
      <Sidebar counts={{ "/wallets": 9, "/exchanges": 3 }} foot={null} />
    </MemoryRouter>,
  );
  expect(screen.getAllByRole("heading").map((heading) => heading.textContent)).toEqual(["Intelligence", "Sources"]);
  expect(names()).toEqual([
    "Spyhop",
    "Home",
    "DeFi",
    "Overview",
    "Transaction history",
    "Asset value",
    "Insights",
    "Approvals",
    "Costs",
    "Counterparties",
    "Wallets9",
    "Exchanges3",
    "Data health",
    "Privacy",
    "Feedback",
  ]);
  expect(screen.getByRole("link", { current: "page" }).textContent).toBe("Transaction history");
});

test("a page that the plan is without is marked, and opens with the upgrade dialog", () => {
  let state: unknown;
  const Place = () => {
    state = useLocation().state;
    return null;
  };
  render(
    <MemoryRouter initialEntries={["/home"]}>
      <Sidebar counts={{}} locked="/decentralized-finance" foot={null} />
      <Place />
    </MemoryRouter>,
  );
  const locked = screen.getByRole("link", { name: "DeFi (locked)" });
  fireEvent.click(locked);
  expect(state).toEqual(LOCKED);
  fireEvent.click(screen.getByRole("link", { name: "Overview" }));
  expect(state).toBeNull();
});

test("a page below another one belongs to it, but not to one that has pages of its own", () => {
  const current = (path: string) => {
    cleanup();
    render(
      <MemoryRouter initialEntries={[path]}>
        <Sidebar counts={{}} foot={null} />
      </MemoryRouter>,
    );
    return screen.getAllByRole("link", { current: "page" }).map((link) => link.textContent);
  };
  expect(current("/wallets/0x8a12")).toEqual(["Wallets"]);
  expect(current("/exchanges/kraken/Main")).toEqual(["Exchanges"]);
  expect(current("/intelligence/costs")).toEqual(["Costs"]);
});

test("the tab bar has a tab for the pages of Sources, which says how many issues there are", async () => {
  render(
    <MemoryRouter initialEntries={["/exchanges/kraken/Main"]}>
      <TabBar attention={3} onFind={() => undefined} />
    </MemoryRouter>,
  );
  expect(names()).toEqual(["Home", "History", "Sources"]);
  const tab = await screen.findByRole("button", { name: "Sources, 3 to check" });
  expect(names()).toEqual(["Home", "History"]);
  expect(tab.getAttribute("aria-current")).toBe("true");
  fireEvent.click(tab);
  const items = screen.getAllByRole("menuitem").map((item) => [item.textContent, item.getAttribute("href")]);
  expect(items).toEqual([
    ["Wallets", "/wallets"],
    ["Exchanges", "/exchanges"],
    ["Data health, 3 to check", "/health"],
    ["Privacy", "/privacy"],
  ]);
  expect(screen.getByRole("button", { name: "Find" })).toBeTruthy();
});
