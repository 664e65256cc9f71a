import {
  type Connector,
  connect,
  createConfig,
  custom,
  disconnect,
  getConnection,
  getConnectors,
  injected,
  signMessage,
  watchConnection,
  watchConnectors,
} from "@wagmi/core";
import { defineChain } from "viem";
import { safeIcon } from "./icon";
import { WalletError, type WalletProblem } from "./problem";

/** A wallet of this browser. */
export interface BrowserWallet {
  id: string;
  /** Its name, as the extension states it. */
  name: string;
  /** A `data:` URL that an `img` can show; null if there is none. */
  icon: string | null;
}

/** A wallet that shared an account with this page. */
export interface ConnectedWallet {
  address: string;
  /** The number of its network, as in EIP-155. */
  chainId: number;
}

/** wagmi needs a chain with a node. The page sends nothing to nodes, so that this one has none. */
const ethereum = defineChain({
  id: 1,
  name: "Ethereum",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: [] } },
});
const noNode = custom({ request: () => Promise.reject(new WalletError("failed")) });

/**
 * Wallets that extensions announce (EIP-6963), and the one that an older extension injects. Nothing is stored, no relay is
 * contacted, and no connection is restored.
 */
const config = createConfig({
  chains: [ethereum],
  connectors: [injected()],
  multiInjectedProviderDiscovery: true,
  storage: null,
  transports: { [ethereum.id]: noNode },
});

/** The id of the connector for wallets that are injected without an announcement. */
const INJECTED = "injected";
const LONGEST_NAME = 40;
/** Control and formatting characters, which could reorder or hide a name. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

const hasInjected = (): boolean =>
  typeof (window as { ethereum?: { request?: unknown } }).ethereum?.request === "function";

function toWallet({ uid, name, icon }: Connector): BrowserWallet {
  const shown = String(name).replace(HIDDEN, "").trim().slice(0, LONGEST_NAME);
  return { id: uid, name: shown || "Unnamed wallet", icon: safeIcon(icon) };
}

/** Returns the wallets of this browser. A wallet that is injected is listed only if no wallet announces itself. */
export function listWallets(): BrowserWallet[] {
  const connectors = getConnectors(config);
  const announced = connectors.filter(({ id }) => id !== INJECTED);
  if (announced.length > 0) return announced.map(toWallet);
  const wallets = hasInjected() ? connectors.map(toWallet) : [];
  return wallets.map((wallet) => ({ ...wallet, name: "Browser wallet" }));
}

/** Calls back whenever a wallet announces itself. Returns the function that ends this. */
export const watchWallets = (onChange: () => void): (() => void) => watchConnectors(config, { onChange });

/** Requests announcements again, for example after an extension was installed or enabled. */
export const findWallets = (): void => {
  window.dispatchEvent(new Event("eip6963:requestProvider"));
};

function current(id: string) {
  const { connector, address, chainId } = getConnection(config);
  return connector?.uid === id && address && chainId !== undefined ? { connector, address, chainId } : null;
}

/** Connects a wallet, which shows its own dialog. A wallet that is connected already keeps its account. */
export async function connectWallet(id: string): Promise<ConnectedWallet> {
  const connector = getConnectors(config).find(({ uid }) => uid === id);
  if (!connector) throw new WalletError("closed");
  // A wallet that is being disconnected still counts as connected.
  await disconnecting.catch(() => undefined);
  if (!current(id)) {
    await disconnectWallet();
    await connect(config, { connector });
  }
  const connected = current(id);
  if (!connected) throw new WalletError("locked");
  return { address: connected.address, chainId: connected.chainId };
}

/** Signs a message with the account of a connected wallet, which shows its own dialog. */
export async function signWith(id: string, { address }: ConnectedWallet, message: string): Promise<string> {
  const connected = current(id);
  if (!connected) throw new WalletError("closed");
  if (connected.address !== address) throw new WalletError("account");
  return signMessage(config, { account: connected.address, connector: connected.connector, message });
}

/** Calls back once the wallet no longer has this account or network. Returns the function that ends this. */
export const watchWallet = (
  id: string,
  { address, chainId }: ConnectedWallet,
  onChange: (problem: WalletProblem) => void,
): (() => void) =>
  watchConnection(config, {
    onChange: () => {
      const connected = current(id);
      if (!connected) onChange("closed");
      else if (connected.address !== address) onChange("account");
      else if (connected.chainId !== chainId) onChange("network");
    },
  });

let disconnecting: Promise<void> = Promise.resolve();

/** Disconnects the wallet, and returns the permission to see its accounts. */
export function disconnectWallet(): Promise<void> {
  if (getConnection(config).connector) disconnecting = disconnect(config);
  return disconnecting;
}
