import type { ReactNode } from "react";
import { Link } from "react-router";
import { shortAddress } from "../../format/text";
import { date } from "../../format/time";
import { Button, IconButton } from "../../ui/Button";
import { Menu } from "../../ui/Menu";
import { EmptyState } from "../../ui/Note";
import { PageHeader } from "../../ui/PageHeader";
import { useCopy } from "../../ui/useCopy";
import { KeyLine } from "./KeyLine";
import type { UserWallet } from "./types";
import { WalletIcon } from "./WalletIcon";
import css from "./walletPage.module.css";
import { walletPath } from "./walletPath";
import { nameOf, titleCase } from "./words";

/** The address or key below the title; null where the title already is the whole text. */
function addressText({ address, nickname, display_address, extended_key, detected }: UserWallet): string | null {
  const isNamed = Boolean(nickname || display_address);
  if (extended_key) return isNamed ? `Extended key ${extended_key.short}` : "Extended key";
  if (isNamed) return shortAddress(address);
  // The title is the short form.
  return detected ? address : null;
}

/** The address with a copy button, the app and the day on which the wallet was added. */
function Subtitle({ wallet }: { wallet: UserWallet }) {
  const { address, extended_key: key, wallet: kind, created_on } = wallet;
  const copy = useCopy();
  const text = addressText(wallet);
  return (
    <span className={css.about}>
      {text ? (
        <span className={css.address} title={key ? undefined : address}>
          {text}
        </span>
      ) : null}
      <IconButton
        icon="copy"
        size={14}
        label={key ? "Copy the extended key" : "Copy the address"}
        className={css.copy}
        onClick={() => copy(address, "Copied")}
      />
      <span>
        {kind ? `· ${titleCase(kind.name)} ` : ""}· added {date(created_on)}
      </span>
    </span>
  );
}

interface ActionsProps {
  wallet: UserWallet;
  /** Its page on a block explorer; null if none is known. */
  explorer: string | null;
  isReading: boolean;
  onRead: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

function Actions({ wallet, explorer, isReading, onRead, onEdit, onDelete }: ActionsProps) {
  const copy = useCopy();
  const link = () => copy(new URL(walletPath(wallet), location.origin).href, "Copied");
  return (
    <>
      {wallet.detected ? (
        // `disabled` would remove the focus from the button.
        <Button icon="refresh" busy={isReading} aria-disabled={isReading} onClick={isReading ? undefined : onRead}>
          {isReading ? "Reading" : "Read now"}
        </Button>
      ) : null}
      <Button icon="pen" onClick={onEdit}>
        Edit wallet
      </Button>
      <Menu
        label="More actions"
        items={[
          { label: "Copy link", icon: "link", onChoose: link },
          ...(explorer ? [{ label: "View on block explorer", icon: "out", href: explorer } as const] : []),
          { label: "Delete", icon: "trash", onChoose: onDelete },
        ]}
      />
    </>
  );
}

/** In place of the figures of an address that no network knows, or that cannot be read yet. */
function Wrong({ wallet: { reason, reason_code }, onFix }: { wallet: UserWallet; onFix: () => void }) {
  const isUnsupported = reason_code === "not_supported_yet";
  return (
    <section className={css.wrong} role="alert">
      <p>
        {isUnsupported ? "This wallet isn't supported yet." : "This wallet address is not detected. Please fix it now."}
      </p>
      {reason ? <p className={css.why}>{reason}</p> : null}
      <Button small onClick={onFix}>
        {isUnsupported ? "Details" : "Fix now"}
      </Button>
    </section>
  );
}

/** What other features know about a wallet. */
export interface WalletCards {
  /** What it is worth, holds, and when it was read. */
  figures: ReactNode;
  /** Its value over time, and what it holds. */
  main: ReactNode;
  /** Its networks, whether it adds up, and who saw its address. */
  side: ReactNode;
  /** Its newest entries. */
  below: ReactNode;
}

interface WalletPageProps extends ActionsProps {
  cards: WalletCards;
  /** Opens the dialog that replaces the address. */
  onFix: () => void;
}

/** The page of one wallet. Cards without content are left out, but the one that says whether the wallet adds up. */
export const WalletPage = ({ cards, onFix, ...actions }: WalletPageProps) => {
  const { wallet } = actions;
  const { figures, main, side, below } = cards;
  return (
    <div className={css.page}>
      <div className={css.head}>
        <WalletIcon kind={wallet.wallet} isLarge />
        <PageHeader title={nameOf(wallet)} subtitle={<Subtitle wallet={wallet} />} actions={<Actions {...actions} />} />
      </div>
      {wallet.detected ? figures : <Wrong wallet={wallet} onFix={onFix} />}
      {wallet.extended_key ? (
        <div className={css.key}>
          <KeyLine walletKey={wallet.extended_key} />
        </div>
      ) : null}
      <div className={css.columns} data-single={wallet.detected ? undefined : ""}>
        {wallet.detected ? <div>{main}</div> : null}
        <div>{side}</div>
      </div>
      {below}
    </div>
  );
};

/** The page of an address that is not in the list of the person. */
export const UnknownWallet = ({ onAdd }: { onAdd: () => void }) => (
  <div className={css.unknown}>
    <EmptyState
      level={1}
      icon="wallet"
      title="Wallet not found"
      actions={
        <>
          <Button icon="plus" onClick={onAdd}>
            Add this wallet
          </Button>
          <Link className={css.back} to="/wallets">
            Back to Wallets
          </Link>
        </>
      }
    >
      This address is not one of your wallets. It may have been deleted.
    </EmptyState>
  </div>
);
