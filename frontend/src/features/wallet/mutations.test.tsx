import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useAddWallets, useDeleteWallets, useFixWallet, useRestoreWallets } from "./mutations";
import { withRestored } from "./walletList";

/** The wallet list on the server, which any tab may change. */
let list: string[];
let version: number;
const change = (next: string[]) => {
  list = next;
  version += 1;
};

interface ListRequest {
  wallet_address: string;
  wallet_addresses: string[];
  expected_version?: number;
}

function update({ wallet_addresses, expected_version }: ListRequest): boolean {
  if (expected_version !== undefined && expected_version !== version) return false;
  change([...new Set(wallet_addresses)]);
  return true;
}

/** Mocks the server's update of the list; returns whether it was accepted. */
const updateMock = vi.fn(update);

function serve(path: string, request: ListRequest): Response {
  if (path.endsWith("/delete-user-wallet")) change(list.filter((one) => one !== request.wallet_address));
  if (path.endsWith("/update-user-wallet") && !updateMock(request))
    return Response.json({ error: true, code: "conflict", message: "The list changed", data: null }, { status: 409 });
  const user_wallets = list.map((address, position) => ({ address, position, nickname: null }));
  return Response.json({ error: false, message: "", data: { user: { version, user_wallets } } });
}

beforeEach(() => {
  list = ["a", "b", "c"];
  version = 1;
  updateMock.mockReset().mockImplementation(update);
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
    remove: useDeleteWallets(),
    restore: useRestoreWallets(),
    fix: useFixWallet(),
    add: useAddWallets(),
  });
  return renderHook(hooks, { wrapper }).result.current;
}

test("a deleted wallet is restored at its position, and changes of another tab stay", async () => {
  const { remove, restore } = tab();
  const deleted = await act(() => remove.mutateAsync(["b"]));
  expect(list).toEqual(["a", "c"]);
  change(["a", "c", "new"]);
  await act(() => restore.mutateAsync(deleted));
  expect(list).toEqual(["a", "b", "c", "new"]);
});

test("several deleted wallets are restored at their positions", async () => {
  const { remove, restore } = tab();
  const deleted = await act(() => remove.mutateAsync(["c", "a"]));
  expect(list).toEqual(["b"]);
  await act(() => restore.mutateAsync(deleted));
  expect(list).toEqual(["a", "b", "c"]);
});

test("a list that changes during the restore is fetched once more", async () => {
  const { remove, restore } = tab();
  const deleted = await act(() => remove.mutateAsync(["b"]));
  updateMock.mockImplementationOnce((request) => {
    change(["a", "c", "new"]);
    return update(request);
  });
  await act(() => restore.mutateAsync(deleted));
  expect(list).toEqual(["a", "b", "c", "new"]);
});

test("a list that keeps changing is retried once only, and stays", async () => {
  const { remove, restore } = tab();
  const deleted = await act(() => remove.mutateAsync(["b"]));
  updateMock.mockImplementation((request) => {
    change([...list, "new"]);
    return update(request);
  });
  await expect(act(() => restore.mutateAsync(deleted))).rejects.toThrow("The list changed");
  expect(updateMock).toHaveBeenCalledTimes(2);
  expect(list).toEqual(["a", "c", "new", "new"]);
});

test("fixing a wallet while another tab adds one drops neither", async () => {
  const { fix } = tab();
  updateMock.mockImplementationOnce((request) => {
    change([...list, "new"]);
    return update(request);
  });
  await act(() => fix.mutateAsync({ wrong: "b", right: { addresses: ["right"], nicknames: {} } }));
  expect(list).toEqual(["a", "right", "c", "new"]);
});

test("fixing a wallet that another tab deleted fails", async () => {
  const { fix } = tab();
  change(["a", "c"]);
  const fixing = act(() => fix.mutateAsync({ wrong: "b", right: { addresses: ["right"], nicknames: {} } }));
  await expect(fixing).rejects.toThrow("This wallet is no longer in your list.");
  expect(updateMock).not.toHaveBeenCalled();
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
  expect(withRestored(now, { addresses: ["b"], before: ["a", "b", "c"] })).toEqual(next);
});
