import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Badges } from "./WalletNarrowing";
import { readView } from "./walletView";

afterEach(cleanup);

const network = (chain: string) => ({ chain, name: chain, color: "#000000", mark: null, wallets: 1 });

test("a second network is chosen beside the first, though the page has not rendered that yet", () => {
  const onView = vi.fn();
  render(
    <Badges
      view={readView(new URLSearchParams())}
      onView={onView}
      networks={[network("one"), network("two")]}
      wallets={2}
    />,
  );
  for (const name of [/^one/, /^two/]) fireEvent.click(screen.getByRole("button", { name }));
  expect(onView).toHaveBeenLastCalledWith({ chains: ["one", "two"] });
  expect(screen.getByRole("button", { name: /^two/ }).getAttribute("aria-pressed")).toBe("true");
  fireEvent.click(screen.getByRole("button", { name: "All 2" }));
  expect(onView).toHaveBeenLastCalledWith({ chains: [] });
});
