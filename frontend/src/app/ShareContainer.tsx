import { Suspense, useState } from "react";
import { useMe } from "../features/user/queries";
import type { UserWallet } from "../features/user/types";
import { Button } from "../ui/Button";
import { lazyPreload } from "../ui/lazyPreload";

const ShareDialog = lazyPreload(() => import("../features/share/ShareDialog"), "ShareDialog");

/** An extended key is longer than any address. It stands for many, and no link may have it. */
const EXTENDED_KEY = 111;

/** The name or the address of somebody who has one wallet, where others may look at it. */
function onlyAddress([only, ...others]: readonly UserWallet[]): string | null {
  if (!only?.detected || others.length > 0) return null;
  return only.address.length < EXTENDED_KEY ? (only.display_address ?? only.address) : null;
}

/** The share dialog with the person's link behind it; nothing until that is known. */
export function ShareDialogContainer({ onClose }: { onClose: () => void }) {
  const { data: me } = useMe();
  if (!me) return null;
  return (
    <Suspense>
      <ShareDialog link={me.user.link} address={onlyAddress(me.user.user_wallets)} onClose={onClose} />
    </Suspense>
  );
}

/** The way to share, in the head of a page; `link` where there is no room for a button. */
export function ShareContainer({ tone = "quiet" }: { tone?: "quiet" | "link" }) {
  const [open, setOpen] = useState(false);
  const { data: me } = useMe();
  return (
    <>
      <Button
        tone={tone}
        small
        icon="share"
        aria-label="Share your portfolio"
        disabled={!me}
        onClick={() => setOpen(true)}
      >
        Share
      </Button>
      {open ? <ShareDialogContainer onClose={() => setOpen(false)} /> : null}
    </>
  );
}
