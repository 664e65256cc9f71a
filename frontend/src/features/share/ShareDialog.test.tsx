import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ShareDialog } from "./ShareDialog";

afterEach(cleanup);

/** Returns the lines of the list below a heading. */
const lines = (heading: string): (string | null)[] => {
  const list = screen.getByRole("heading", { name: heading }).parentElement;
  if (!list) throw new Error(`nothing under ${heading}`);
  return within(list)
    .getAllByRole("listitem")
    .map((line) => line.textContent);
};

test.each([[null], ["3TmZ1Qh7YwKc9XbNfRs2Lp"]])(
  "with the link %s it lists what visitors see and what they do not",
  (link) => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <ShareDialog link={link} address={null} onClose={() => undefined} />
      </QueryClientProvider>,
    );
    expect(lines("Visitors see")).toContain("Your addresses and their public names");
    expect(lines("Visitors see")).toContain("The transaction history of these addresses");
    expect(lines("Visitors do not see")).toContain("Your notes, costs, marks and labels");
    expect(lines("Visitors do not see")).toContain("xpub wallets and what they hold");
    expect(screen.getByText("Their total may differ from yours.")).toBeTruthy();
  },
);

test("the link opens the page that it was made on", () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ShareDialog
        link="3TmZ1Qh7YwKc9XbNfRs2Lp"
        address="vitalik.eth"
        redirect="intelligence/transaction-history"
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  );
  const urls = screen.getAllByRole<HTMLInputElement>("textbox").map(({ value }) => new URL(value));
  expect(urls.map(({ pathname, search }) => pathname + search)).toEqual([
    "/home/3TmZ1Qh7YwKc9XbNfRs2Lp?redirect=intelligence/transaction-history",
    "/home/vitalik.eth?redirect=intelligence/transaction-history",
  ]);
});
