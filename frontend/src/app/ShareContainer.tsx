import { Suspense, useState } from "react";
import { useMe } from "../features/user/queries";
import type { UserWallet } from "../features/user/types";
import { Button } from "../ui/Button";
import { lazyPart } from "../ui/lazyPart";

const ShareDialog = lazyPart(() => import("../features/share/ShareDialog"), "ShareDialog");

/** An extended key is longer than any address. It reveals many addresses, so it must not appear in a link. */
const EXTENDED_KEY = 111;

/** The public name or address of a user with a single wallet; null if there is none or it must not be shared. */
function onlyAddress([only, ...others]: readonly UserWallet[]): string | null {
  if (!only?.detected || others.length > 0) return null;
  return only.address.length < EXTENDED_KEY ? (only.display_address ?? only.address) : null;
}

/** The share dialog, connected to the user's link. Renders nothing until the link is known. */
export function ShareDialogContainer({ redirect, onClose }: { redirect?: string | undefined; onClose: () => void }) {
  const { data: me } = useMe();
  if (!me) return null;
  return (
    <Suspense>
      <ShareDialog
        link={me.user.link}
        address={onlyAddress(me.user.user_wallets)}
        redirect={redirect}
        onClose={onClose}
      />
    </Suspense>
  );
}

interface ShareContainerProps {
  tone?: "quiet" | "link";
  /** The page that the link opens, without leading slash; Home if it is not set. */
  redirect?: string;
}

/** The share button of a page header, drawn as a link where a button does not fit. */
export function ShareContainer({ tone = "quiet", redirect }: ShareContainerProps) {
  const [open, setOpen] = useState(false);
  const { data: me } = useMe();
  return (
    <>
      <Button
        tone={tone}
        small
        icon="share"
        data-well-known
        aria-label="Share your portfolio"
        disabled={!me}
        onClick={() => setOpen(true)}
      >
        Share
      </Button>
      {open ? <ShareDialogContainer redirect={redirect} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
