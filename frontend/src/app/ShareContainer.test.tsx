import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { userKey } from "../queries/keys";
import { ShareContainer } from "./ShareContainer";

afterEach(cleanup);

const show = (user?: { link: string | null; user_wallets: object[] }) => {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  if (user) client.setQueryData<unknown>(userKey, { user });
  render(
    <QueryClientProvider client={client}>
      <ShareContainer />
    </QueryClientProvider>,
  );
  return screen.getByRole<HTMLButtonElement>("button");
};

test("until the link is known nothing opens", () => {
  expect(show().disabled).toBe(true);
});

test.each([
  [null, "Create a link"],
  ["3TmZ1Qh7YwKc9XbNfRs2Lp", "Copy"],
])("with the link %s it opens the share dialog with its action", async (link, action) => {
  const button = show({ link, user_wallets: [] });
  expect(screen.queryByRole("dialog")).toBeNull();
  button.click();
  expect(await screen.findByRole("dialog", { name: "Share your portfolio" })).toBeTruthy();
  expect(screen.getByRole("button", { name: action })).toBeTruthy();
});
