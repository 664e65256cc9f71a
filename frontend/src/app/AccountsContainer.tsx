import { Suspense, useState } from "react";
import { EVERYTHING } from "../features/history/conditions";
import { useLatest } from "../features/history/queries";
import { Button } from "../ui/Button";
import { lazyPart } from "../ui/lazyPart";

const AccountsDialog = lazyPart(() => import("../features/history/AccountsDialog"), "AccountsDialog");

/** The dialog that shows how far the history of each account is read, once that is known. */
function Accounts({ onClose }: { onClose: () => void }) {
  const { data } = useLatest(EVERYTHING, false);
  if (!data) return null;
  return (
    <Suspense>
      <AccountsDialog coverage={data.coverage} onClose={onClose} />
    </Suspense>
  );
}

/** The button that opens the history by account. */
export function AccountsContainer() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button tone="link" small aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Show accounts
      </Button>
      {open ? <Accounts onClose={() => setOpen(false)} /> : null}
    </>
  );
}
