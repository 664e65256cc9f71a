import { lazy, Suspense, useState } from "react";
import { useMe } from "../features/user/queries";
import { Button } from "../ui/Button";

const ShareDialog = lazy(() =>
  import("../features/share/ShareDialog").then((module) => ({ default: module.ShareDialog })),
);

/** The way to share, with the person's link behind it; `link` where there is no room for a button. */
export function ShareGate({ tone = "quiet" }: { tone?: "quiet" | "link" }) {
  const [open, setOpen] = useState(false);
  const { data: me } = useMe();
  const wallets = me?.user.user_wallets ?? [];
  const [only] = wallets;
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
          <ShareDialog
            link={me.user.link}
            address={wallets.length === 1 && only?.detected ? only.address : null}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
