import { Suspense } from "react";
import { Link } from "react-router";
import type { AddUploadData, UploadRoom } from "../features/upload/types";
import { useSignOut } from "../features/user/mutations";
import { useMe } from "../features/user/queries";
import { AddWallet } from "../features/wallet/AddWallet";
import { useAddWallets } from "../features/wallet/mutations";
import type { Addresses } from "../features/wallet/useSending";
import { plural, shortAddress } from "../format/text";
import { lazyPart } from "../ui/lazyPart";
import { Skeleton } from "../ui/Skeleton";
import { useToast } from "../ui/toasts";
import { useShowLimit } from "./limits";

const UploadWallets = lazyPart(() => import("../features/upload/UploadWallets"), "default");

/** The trigger of the upgrade text about wallet addresses. */
const WALLETS_TRIGGER = "1";

/** An extended key is longer than any address. It reveals many addresses, so it must not appear in a URL. */
const EXTENDED_KEY = 111;

const lower = (text: string): string => text.toLowerCase();

interface AddWalletContainerProps {
  address?: string;
  /** A file of wallets to open the dialog with. The session was created for it, and ends if nothing is added. */
  file?: File;
  /** Whether the dialog opens with the upload. */
  isUpload?: boolean;
  onClose: () => void;
}

/** The add-wallet dialog, connected to the user's plan and wallet list. */
export default function AddWalletContainer({ address, file, isUpload, onClose }: AddWalletContainerProps) {
  const { mutate: signOut } = useSignOut();
  const { data: me } = useMe();
  const { mutateAsync } = useAddWallets();
  const showLimit = useShowLimit();
  const toast = useToast();
  const mayAdd = (rows: number): boolean => {
    const plan = me?.current_plan;
    const used = me?.user.user_wallets.length ?? 0;
    const limit = plan?.wallet_address_limit ?? -1;
    if (!plan?.enforced || limit < 0 || used + rows <= limit) return true;
    showLimit({
      message: `Your plan includes ${plural(limit, "wallet")}`,
      limit,
      used,
      trigger: WALLETS_TRIGGER,
    });
    return false;
  };
  const save = async (added: Addresses) => {
    const fresh = await mutateAsync(added);
    onClose();
    const had = `You have ${added.addresses.length === 1 ? "this wallet" : "these wallets"} already`;
    toast({ text: fresh > 0 ? `${plural(fresh, "wallet")} added` : had });
  };
  const wallets = me?.user.user_wallets ?? [];
  const own = new Set(wallets.flatMap((one) => [one.address, one.display_address ?? one.address].map(lower)));
  const onLimit = ({ text, limit, used, upgrade_trigger }: UploadRoom) =>
    showLimit({ message: text, limit, used, trigger: String(upgrade_trigger ?? "") });
  const onDone = ({ added, known, left_out }: AddUploadData) => {
    onClose();
    const rest = [known > 0 ? `${known} you had` : "", left_out.length > 0 ? `${left_out.length} left out` : ""];
    toast({ text: [`${plural(added, "wallet")} added`, ...rest].filter(Boolean).join(", ") });
  };
  const upload = (onBack: () => void) => (
    <Suspense fallback={<Skeleton width="100%" height={320} />}>
      <UploadWallets own={own} file={file} onBack={onBack} onLimit={onLimit} onDone={onDone} />
    </Suspense>
  );
  const mine = wallets.find((one) => address && [one.address, one.display_address].includes(address));
  const other =
    address && address.length < EXTENDED_KEY ? (
      <Link to={mine ? `/wallets#wallet-${mine.id}` : `/home/${encodeURIComponent(address)}`} onClick={onClose}>
        {mine ? "Go to this wallet" : `Open ${shortAddress(address)} without adding it`}
      </Link>
    ) : null;
  const form = { own, save, mayAdd, upload, onClose: file ? () => signOut() : onClose };
  return (
    <AddWallet {...(address ? { address } : {})} isUpload={isUpload ?? file !== undefined} other={other} {...form} />
  );
}
