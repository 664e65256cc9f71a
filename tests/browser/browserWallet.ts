import type { Page } from "playwright-core";
import type { Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

/** What a test wallet does at the next requests. It stays the same across reloads. */
interface WalletState {
  /** The accounts it shares; the first one is the chosen one. */
  accounts: ReturnType<typeof privateKeyToAccount>[];
  chainId: number;
  /** The methods it refuses, with the code of the error. */
  refuses: Record<string, number>;
  /** The methods it answers only after `proceed`. */
  holds: Set<string>;
}

type Answer = { ok: unknown } | { code: number };

/** A wallet of a test browser. */
export interface BrowserWallet extends WalletState {
  /** The methods that were requested, in order. */
  requests: string[];
  /** Answers what is held. */
  proceed: () => void;
  /** Sends an event of EIP-1193 to the page. */
  emit: (event: string, detail: unknown) => Promise<void>;
}

const answers = (state: WalletState, params: readonly unknown[]): Record<string, () => unknown> => {
  const addresses = state.accounts.map(({ address }) => address);
  const permission = {
    parentCapability: "eth_accounts",
    caveats: [{ type: "restrictReturnedAccounts", value: addresses }],
  };
  return {
    eth_accounts: () => addresses,
    eth_requestAccounts: () => addresses,
    eth_chainId: () => `0x${state.chainId.toString(16)}`,
    wallet_requestPermissions: () => [permission],
    wallet_revokePermissions: () => null,
    personal_sign: () =>
      state.accounts.find(({ address }) => address === params[1])?.signMessage({ message: { raw: params[0] as Hex } }),
  };
};

/** Announces a provider to the page (EIP-6963); its requests are answered outside of the page. */
function announce({ name, id, icon }: { name: string; id: string; icon: string }): void {
  type Listener = (detail: unknown) => void;
  type Bridge = (id: string, method: string, params?: readonly unknown[]) => Promise<Answer>;
  const page = window as unknown as { bridge: Bridge; emitters?: Record<string, Listener> };
  const listeners = new Map<string, Set<Listener>>();
  const provider = {
    request: async ({ method, params }: { method: string; params?: readonly unknown[] }) => {
      const answer = await page.bridge(id, method, params);
      if ("ok" in answer) return answer.ok;
      throw Object.assign(new Error("The wallet refused."), { code: answer.code });
    },
    on: (event: string, listener: Listener) => {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    removeListener: (event: string, listener: Listener) => listeners.get(event)?.delete(listener),
  };
  window.addEventListener(`emit:${id}`, ((event: CustomEvent<{ name: string; detail: unknown }>) => {
    for (const listener of listeners.get(event.detail.name) ?? []) listener(event.detail.detail);
  }) as EventListener);
  const info = { uuid: id, name, icon, rdns: `dev.spyhop.${id}` };
  const send = () =>
    window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail: Object.freeze({ info, provider }) }));
  window.addEventListener("eip6963:requestProvider", send);
  send();
}

const ICON =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' fill='%23643c98'/><circle cx='16' cy='16' r='7' fill='%23fff'/></svg>";

/** Installs wallets into a page. They sign with real keys, which stay outside of the page. Call it before the page is opened. */
export async function installWallets<Name extends string>(
  page: Page,
  ...names: Name[]
): Promise<Record<Name, BrowserWallet>> {
  const wallets = new Map<string, BrowserWallet>();
  const held = new Set<() => void>();
  await page.exposeFunction(
    "bridge",
    async (id: string, method: string, params: readonly unknown[] = []): Promise<Answer> => {
      const wallet = wallets.get(id);
      if (!wallet) throw new Error(`no wallet ${id}`);
      wallet.requests.push(method);
      if (wallet.holds.has(method)) await new Promise<void>((resolve) => held.add(resolve));
      const refused = wallet.refuses[method];
      if (refused !== undefined) return { code: refused };
      const answer = answers(wallet, params)[method];
      return answer ? { ok: await answer() } : { code: -32601 };
    },
  );
  for (const [i, name] of names.entries()) {
    const id = `wallet-${i}`;
    wallets.set(id, {
      accounts: [privateKeyToAccount(generatePrivateKey())],
      chainId: 1,
      refuses: {},
      holds: new Set(),
      requests: [],
      proceed: () => {
        for (const resolve of held) resolve();
        held.clear();
      },
      emit: (event, detail) =>
        page.evaluate(
          ([target, own]) => {
            window.dispatchEvent(new CustomEvent(`emit:${target}`, { detail: own }));
          },
          [id, { name: event, detail }] as const,
        ),
    });
    await page.addInitScript(announce, { name, id, icon: ICON });
  }
  return Object.fromEntries(names.map((name, i) => [name, wallets.get(`wallet-${i}`)])) as Record<Name, BrowserWallet>;
}
