// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ShareStep } from "./ShareGate";

afterEach(cleanup);

const show = (user?: { link: string | null; user_wallets: object[] }) => {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  if (user) client.setQueryData(["user"], { user });
  render(
    <QueryClientProvider client={client}>
      <ShareStep />
    </QueryClientProvider>,
  );
  return screen.getByRole<HTMLButtonElement>("button");
};

test("until the link is known nothing is said of it, and nothing opens", () => {
  const button = show();
  expect(button.disabled).toBe(true);
  expect(button.textContent).toBe("Share");
});

test.each([
  [null, "Private"],
  ["3TmZ1Qh7YwKc9XbNfRs2Lp", "Link sharing is on"],
])("with the link %s it says who may look, and opens the dialog that shares", async (link, note) => {
  const button = show({ link, user_wallets: [] });
  expect(button.textContent).toBe(`Share${note}`);
  expect(screen.queryByRole("dialog")).toBeNull();
  button.click();
  expect(await screen.findByRole("dialog", { name: "Share your portfolio" })).toBeTruthy();
  const step = link === null ? "Create a link" : "Copy";
  expect(screen.getByRole("button", { name: step })).toBeTruthy();
});
