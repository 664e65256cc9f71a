import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { SignInWallets } from "./SignInWallets";

afterEach(cleanup);

const ADDRESS = "0x91ab5c1E8d2f4B6a7C9D0e1F2a3B4c5D6e7F07d4";
const wallet = { address: ADDRESS, name: null, network: null, mark: null, linked_on: "2026-09-11T12:00:00Z" };

test("a wallet without a name shows its address once, and a contract wallet its network", () => {
  const contract = { ...wallet, name: "Safe", network: "Base", mark: "/marks/base.svg" };
  const { container } = render(<SignInWallets wallets={[wallet, contract]} unlink={vi.fn()} link={null} />);
  screen.getByText("0x91ab…07d4");
  screen.getByText("Linked 11 Sept 2026");
  screen.getByText("Contract wallet on Base");
  screen.getByText("0x91ab…07d4 · linked 11 Sept 2026");
  expect([...container.querySelectorAll("img")].map((image) => image.getAttribute("src"))).toEqual(["/marks/base.svg"]);
});

test("a wallet that cannot be unlinked says why", async () => {
  const message = "This is the only way to sign in to your account. Add an email first.";
  const unlink = vi.fn().mockRejectedValue(new Error(message));
  render(<SignInWallets wallets={[wallet]} unlink={unlink} link={null} />);
  fireEvent.click(screen.getByRole("button", { name: "Unlink 0x91ab…07d4" }));
  await screen.findByText(message);
  expect(unlink).toHaveBeenCalledExactlyOnceWith(ADDRESS);
});
