// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useAddWallets, useDeleteWallet, useFixWallet, useRestoreWallet } from "./mutations";
import { withRestored } from "./walletList";

/** The wallet list on the server, which any tab may change. */
let list: string[];
let version: number;
const change = (next: string[]) => {
  list = next;
  version += 1;
};

interface Asked {
  wallet_address: string;
  wallet_addresses: string[];
  expected_version?: number;
}

function update({ wallet_addresses, expected_version }: Asked): boolean {
  if (expected_version !== undefined && expected_version !== version) return false;
  change([...new Set(wallet_addresses)]);
  return true;
}

/** Mocks the server's update of the list; returns whether it was accepted. */
const stated = vi.fn(update);

function serve(path: string, asked: Asked): Response {
  if (path.endsWith("/delete-user-wallet")) change(list.filter((one) => one !== asked.wallet_address));
  if (path.endsWith("/update-user-wallet") && !stated(asked))
    return Response.json({ error: true, code: "conflict", message: "The list changed", data: null }, { status: 409 });
  const user_wallets = list.map((address, position) => ({ address, position, nickname: null }));
  return Response.json({ error: false, message: "", data: { user: { version, user_wallets } } });
}

beforeEach(() => {
  list = ["a", "b", "c"];
  version = 1;
  stated.mockReset().mockImplementation(update);
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => serve(path, JSON.parse(body)));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function tab() {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const hooks = () => ({
    remove: useDeleteWallet(),
    restore: useRestoreWallet(),
    fix: useFixWallet(),
    add: useAddWallets(),
  });
  return renderHook(hooks, { wrapper }).result.current;
}

test("a deleted wallet comes back to its place, and what another tab did meanwhile stays", async () => {
  const { remove, restore } = tab();
  const deleted = await act(() => remove.mutateAsync("b"));
  expect(list).toEqual(["a", "c"]);
  change(["a", "c", "new"]);
  await act(() => restore.mutateAsync(deleted));
  expect(list).toEqual(["a", "b", "c", "new"]);
});

test("a list that changes while the wallet is put back is read once more", async () => {
  const { remove, restore } = tab();
  const deleted = await act(() => remove.mutateAsync("b"));
  stated.mockImplementationOnce((asked) => {
    change(["a", "c", "new"]);
    return update(asked);
  });
  await act(() => restore.mutateAsync(deleted));
  expect(list).toEqual(["a", "b", "c", "new"]);
});

test("a list that changes each time is not asked for without end, and stays", async () => {
  const { remove, restore } = tab();
  const deleted = await act(() => remove.mutateAsync("b"));
  stated.mockImplementation((asked) => {
    change([...list, "new"]);
    return update(asked);
  });
  await expect(act(() => restore.mutateAsync(deleted))).rejects.toThrow("The list changed");
  expect(stated).toHaveBeenCalledTimes(2);
  expect(list).toEqual(["a", "c", "new", "new"]);
});

test("a wallet that is fixed while another tab adds one drops neither", async () => {
  const { fix } = tab();
  stated.mockImplementationOnce((asked) => {
    change([...list, "new"]);
    return update(asked);
  });
  await act(() => fix.mutateAsync({ wrong: "b", right: { addresses: ["right"], nicknames: {} } }));
  expect(list).toEqual(["a", "right", "c", "new"]);
});

test("a wallet that another tab deleted is not said to be fixed", async () => {
  const { fix } = tab();
  change(["a", "c"]);
  const fixing = act(() => fix.mutateAsync({ wrong: "b", right: { addresses: ["right"], nicknames: {} } }));
  await expect(fixing).rejects.toThrow("This wallet is no longer in your list.");
  expect(stated).not.toHaveBeenCalled();
  expect(list).toEqual(["a", "c"]);
});

test.each([
  [["b"], 0],
  [["new", "b"], 1],
  [["new", "newer"], 2],
])("of the added %j as many as were not there are new: %i", async (addresses, fresh) => {
  const { add } = tab();
  expect(await act(() => add.mutateAsync({ addresses, nicknames: {} }))).toBe(fresh);
});

test.each([
  [
    ["a", "c"],
    ["a", "b", "c"],
  ],
  [["c"], ["b", "c"]],
  [["a"], ["a", "b"]],
  [[], ["b"]],
  [
    ["new", "a", "other"],
    ["new", "a", "b", "other"],
  ],
  [
    ["c", "b"],
    ["c", "b"],
  ],
])("into %j it comes back as %j", (now, next) => {
  expect(withRestored(now, { address: "b", before: ["a", "b", "c"] })).toEqual(next);
});
