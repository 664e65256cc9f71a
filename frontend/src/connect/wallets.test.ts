import { afterEach, beforeEach, expect, test, vi } from "vitest";

// Of the window only its events matter here.
beforeEach(() => void vi.stubGlobal("window", new EventTarget()));
afterEach(() => {
  vi.resetModules();
  vi.unstubAllGlobals();
});

const provider = { request: async () => [], on: () => undefined, removeListener: () => undefined };

function announce(info: Record<string, unknown>): () => void {
  const send = () =>
    window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail: Object.freeze({ info, provider }) }));
  window.addEventListener("eip6963:requestProvider", send);
  return () => window.removeEventListener("eip6963:requestProvider", send);
}

test("without a wallet there is none, and an injected one is listed only if none announces itself", async () => {
  const { listWallets } = await import("./wallets");
  expect(listWallets()).toEqual([]);
  Object.assign(window, { ethereum: provider });
  expect(listWallets()).toMatchObject([{ name: "Browser wallet", icon: null }]);
  const stop = announce({ uuid: "1", rdns: "kelp", name: "Kelp", icon: "data:image/png;base64,AA==" });
  const { findWallets } = await import("./wallets");
  findWallets();
  expect(listWallets()).toMatchObject([{ name: "Kelp", icon: "data:image/png;base64,AA==" }]);
  stop();
});

test("a hostile name is shortened and shown without characters that reorder it", async () => {
  const stop = announce({ uuid: "2", rdns: "evil", name: `\u202eksaMateM\u0007${"x".repeat(99)}`, icon: "https://x" });
  const { listWallets } = await import("./wallets");
  const [wallet] = listWallets();
  expect(wallet?.name).toBe(`ksaMateM${"x".repeat(32)}`);
  expect(wallet?.icon).toBeNull();
  stop();
});

test("a wallet that shares no account is locked", async () => {
  const stop = announce({ uuid: "3", rdns: "locked", name: "Locked", icon: "" });
  const { connectWallet, listWallets } = await import("./wallets");
  const id = listWallets()[0]?.id ?? "";
  await expect(connectWallet(id)).rejects.toMatchObject({ problem: "locked" });
  await expect(connectWallet("gone")).rejects.toMatchObject({ problem: "closed" });
  stop();
});
