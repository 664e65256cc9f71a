import { Suspense, useState } from "react";
import { type UserWallet, useMe } from "../features/user/queries";
import { Button } from "../ui/Button";
import { later } from "../ui/later";
import { SideStep } from "../ui/SideStep";

const ShareDialog = later(() => import("../features/share/ShareDialog"), "ShareDialog");

/** An extended key is longer than any address. It stands for many, and no link may have it. */
const EXTENDED_KEY = 111;

/** The name or the address of somebody who has one wallet, where others may look at it. */
function onlyAddress([only, ...others]: readonly UserWallet[]): string | null {
  if (!only?.detected || others.length > 0) return null;
  return only.address.length < EXTENDED_KEY ? (only.display_address ?? only.address) : null;
}

/** The share dialog with the person's link behind it, and what opens it once the link is known. */
function useShareDialog() {
  const [open, setOpen] = useState(false);
  const { data: me } = useMe();
  const dialog =
    open && me ? (
      <Suspense>
        <ShareDialog link={me.user.link} address={onlyAddress(me.user.user_wallets)} onClose={() => setOpen(false)} />
      </Suspense>
    ) : null;
  return { me, dialog, onOpen: () => setOpen(true) };
}

/** The way to share, in the head of a page; `link` where there is no room for a button. */
export function ShareGate({ tone = "quiet" }: { tone?: "quiet" | "link" }) {
  const { me, dialog, onOpen } = useShareDialog();
  return (
    <>
      <Button tone={tone} small icon="share" aria-label="Share your portfolio" disabled={!me} onClick={onOpen}>
        Share
      </Button>
      {dialog}
    </>
  );
}

/** Who may look, in one line: nothing until it is known. */
const shareNote = (link: string | null | undefined): string => {
  if (link === undefined) return "";
  return link === null ? "Private" : "Link sharing is on";
};

/** The same dialog from every page, at the foot of the side bar. */
export function ShareStep() {
  const { me, dialog, onOpen } = useShareDialog();
  return (
    <>
      <SideStep icon="share" title="Share" note={shareNote(me?.user.link)} disabled={!me} onClick={onOpen} />
      {dialog}
    </>
  );
}
