import type { MenuItem } from "../ui/Menu";
import { MenuItems } from "../ui/MenuItems";
import type { PersonDialog } from "./PersonDialogs";
import { useSignIn } from "./signIn";

interface PersonMenuProps {
  id: string;
  /** The name of the account; null for an anonymous person. */
  account: string | null;
  /** Whether the menu is above its button. */
  isAbove: boolean;
  onOpen: (dialog: PersonDialog) => void;
  onClose: () => void;
}

/** The menu of the person: sign in, profile, share, and sign out or leave. */
export function PersonMenu({ id, account, isAbove, onOpen, onClose }: PersonMenuProps) {
  const openSignIn = useSignIn();
  const signIn: MenuItem = { label: "Sign in", icon: "key", onChoose: () => openSignIn({ variant: "keep" }) };
  const items: readonly MenuItem[] = [
    ...(account ? [] : [signIn]),
    { label: "Profile", icon: "user", to: "/profile" },
    { label: "Share your portfolio", icon: "share", onChoose: () => onOpen("share") },
    { label: account ? "Sign out" : "Leave this browser", icon: "leave", onChoose: () => onOpen("leave") },
  ];
  const head = account ? (
    <>
      <b>{account}</b> Signed in
    </>
  ) : (
    "Your wallets and their nicknames are saved only in this browser. Sign in to open them on another device."
  );
  return (
    <MenuItems
      id={id}
      label={account ?? "Not signed in"}
      items={items}
      head={head}
      isAbove={isAbove}
      onClose={onClose}
    />
  );
}
