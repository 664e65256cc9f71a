import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { PageHeader } from "./PageHeader";

afterEach(cleanup);

const show = (address: string, header: React.ReactElement) =>
  render(<MemoryRouter initialEntries={[address]}>{header}</MemoryRouter>);

test("the breadcrumb has Home, each segment of the URL in words, and the page itself under its title", () => {
  show("/whale-watch/my-first-pod?p=2#rows", <PageHeader title="Cold storage" />);
  const crumbs = within(screen.getByRole("navigation", { name: "Breadcrumb" })).getAllByRole("listitem");
  expect(crumbs.map((one) => one.textContent)).toEqual(["Home", "Whale watch", "Cold storage"]);
  const links = screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links).toEqual([
    ["Home", "/home"],
    ["Whale watch", "/whale-watch"],
  ]);
  expect(screen.getByText("Cold storage", { selector: "[aria-current=page]" })).toBeTruthy();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Cold storage");
});

test("the hint describes its icon, and Escape hides it", () => {
  show("/health", <PageHeader title="Data health" hint="Retries automatically." />);
  const sign = screen.getByRole("button", { name: "About this page" });
  const hint = screen.getByRole("tooltip", { hidden: true });
  expect(hint.textContent).toBe("Retries automatically.");
  expect(sign.getAttribute("aria-describedby")).toBe(hint.id);
  sign.focus();
  expect(document.activeElement).toBe(sign);
  fireEvent.keyDown(sign, { key: "Escape" });
  expect(document.activeElement).not.toBe(sign);
});

test("subtitle, total and actions are in the header if there are any, without empty elements otherwise", () => {
  const { container, rerender } = render(
    <MemoryRouter>
      <PageHeader title="Wallets" subtitle="All of them" total={<b>$1,234.50</b>} actions={<i>Share</i>} />
    </MemoryRouter>,
  );
  const head = screen.getByRole("banner");
  expect(head.textContent).toBe("HomeWalletsAll of them$1,234.50Share");
  rerender(
    <MemoryRouter>
      <PageHeader title="Wallets" />
    </MemoryRouter>,
  );
  expect(screen.getByRole("banner").textContent).toBe("HomeWallets");
  expect(container.querySelectorAll("header > div")).toHaveLength(1);
  expect(screen.queryByRole("button")).toBeNull();
});
