import { lazy, Suspense, useState } from "react";
import { type UserWallet, useMe } from "../features/user/queries";
import { Button } from "../ui/Button";

const ShareDialog = lazy(() =>
  import("../features/share/ShareDialog").then((module) => ({ default: module.ShareDialog })),
);

/** An extended key is longer than any address. It stands for many, and no link may have it. */
const EXTENDED_KEY = 111;

/** The address of somebody who has but one, where others may look at it. */
function onlyAddress([only, ...others]: readonly UserWallet[]): string | null {
  if (!only?.detected || others.length > 0) return null;
  return only.address.length < EXTENDED_KEY ? only.address : null;
}

/** The way to share, with the person's link behind it; `link` where there is no room for a button. */
export function ShareGate({ tone = "quiet" }: { tone?: "quiet" | "link" }) {
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
      {open && me ? (
        <Suspense>
          <ShareDialog link={me.user.link} address={onlyAddress(me.user.user_wallets)} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
