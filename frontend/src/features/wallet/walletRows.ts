import type { SearchWalletData, UserWallet, WalletCard } from "./types";
import { nameOf } from "./words";

/** A wallet with its path in the answer, by which its figures are explained. */
export interface WalletLine {
  wallet: WalletCard;
  place: string;
}

/** The wallets of an answer in their order. */
export const linesOf = ({ user_wallets }: SearchWalletData): WalletLine[] =>
  user_wallets.map((wallet, i) => ({ wallet, place: `/user_wallets/${i}` }));

/** The wallets of an app; all wallets without one. */
export const withApp = (lines: readonly WalletLine[], app: string | null): readonly WalletLine[] =>
  app === null ? lines : lines.filter(({ wallet }) => wallet.wallet?.id === app);

/** The wallets whose name, address or app has the text in it. */
export function matching(lines: readonly WalletLine[], search: string): readonly WalletLine[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === "") return lines;
  const textsOf = ({ address, display_address, reverse_name, wallet, ...one }: WalletCard) => [
    nameOf({ ...one, address, display_address, wallet }),
    address,
    display_address,
    reverse_name?.name,
    wallet?.name,
  ];
  return lines.filter(({ wallet }) => textsOf(wallet).some((text) => text?.toLowerCase().includes(wanted)));
}

/** What has to be looked at before a wallet counts. */
export interface Attention {
  /** The id of the wallet. */
  id: string;
  address: string;
  name: string;
  /** What is wrong: the address, or that no source answers. */
  kind: "wrong" | "unsupported" | "unanswered";
  /** Why, for people. */
  text: string;
  /** When it is tried again. */
  retryAt: string | null;
}

/** Of the list of the person those whose address no network knows, before their values have loaded. */
export const undetectedOf = (wallets: readonly UserWallet[]): Attention[] =>
  wallets.flatMap((wallet): Attention[] => {
    const { id, address, detected, reason, reason_code } = wallet;
    if (detected) return [];
    const kind = reason_code === "not_supported_yet" ? "unsupported" : "wrong";
    return [{ id, address, name: nameOf(wallet), kind, text: reason ?? "", retryAt: null }];
  });

/** The wallets that are not read, because of their address or because no source answers. */
export function attentionOf({ coverage, user_wallets }: SearchWalletData): Attention[] {
  const wrong = coverage.unread.filter(({ reason }) => reason !== "from_files");
  const unread = wrong.map(
    ({ wallet: id, address, label: name, reason, text }): Attention => ({
      id,
      address,
      name,
      kind: reason === "not_supported_yet" ? "unsupported" : "wrong",
      text,
      retryAt: null,
    }),
  );
  const unanswered = user_wallets.flatMap((wallet): Attention[] => {
    const failure = coverage.failed.find(({ wallet_address }) => wallet_address === wallet.address);
    if (!failure || !wallet.detected || wallet.total_value !== null) return [];
    const { text, retry_at: retryAt } = failure;
    return [{ id: wallet.id, address: wallet.address, name: nameOf(wallet), kind: "unanswered", text, retryAt }];
  });
  return [...unread, ...unanswered];
}
