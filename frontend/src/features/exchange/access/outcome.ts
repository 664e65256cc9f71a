/** The window that the person sees at the exchange. */
export const POPUP = "popup,width=600,height=600";

/** Tabs of this server report here how connecting ended. Only pages of the same origin hear it. */
const CHANNEL = "spyhop.exchange-access";
/** Where a tab keeps its own path while the person is at the exchange in the same tab. */
const RETURN = "spyhop.exchange-access.return";

/** How connecting an account on the page of an exchange ended. */
export interface AccessOutcome {
  exchange: string;
  isConnected: boolean;
  /** Why it is not connected; empty if it is. */
  text: string;
}

const isOutcome = (data: unknown): data is AccessOutcome =>
  typeof data === "object" &&
  data !== null &&
  typeof Reflect.get(data, "exchange") === "string" &&
  typeof Reflect.get(data, "isConnected") === "boolean" &&
  typeof Reflect.get(data, "text") === "string";

/** Reports an outcome to the tab that waits for it. The exchange may have cut off the window from its opener, a channel stays. */
export function reportOutcome(outcome: AccessOutcome): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(outcome);
  channel.close();
}

/** Calls a function with each outcome of an exchange until the returned one is called. */
export function onOutcome(exchange: string, receive: (outcome: AccessOutcome) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => {
    if (isOutcome(data) && data.exchange === exchange) receive(data);
  };
  return () => channel.close();
}

/** Keeps the path to which this tab comes back from the exchange. */
export const keepReturn = (path: string): void => {
  try {
    sessionStorage.setItem(RETURN, path);
  } catch {
    // Without storage the tab comes back to the page of exchanges.
  }
};

/** The path to which this tab comes back; null in a window of its own. */
export function returnPath(): string | null {
  try {
    const path = sessionStorage.getItem(RETURN);
    return path?.startsWith("/") && !path.startsWith("//") ? path : null;
  } catch {
    return null;
  }
}

/** Forgets the path, because the tab came back or a window is opened, which gets a copy of the storage. */
export const forgetReturn = (): void => {
  try {
    sessionStorage.removeItem(RETURN);
  } catch {
    // Without storage there is none.
  }
};
