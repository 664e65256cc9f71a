import { Suspense, useState } from "react";
import { Home } from "../features/portfolio/Home";
import type { UnreadWallet } from "../features/portfolio/queries";
import { Reading } from "../features/sync/Reading";
import { later } from "../ui/later";
import { useAddWallet } from "./addWallet";
import { ShareGate } from "./ShareGate";

const FixWalletGate = later(() => import("./FixWalletGate"), "FixWalletGate");

/** Home, with what is being read in it. */
export default function HomeRoute() {
  const onAdd = useAddWallet();
  const [unread, setUnread] = useState<UnreadWallet | null>(null);
  return (
    <>
      <title>Home · Spyhop</title>
      <Home reading={<Reading />} action={<ShareGate tone="link" />} onAdd={() => onAdd()} onFixWallet={setUnread} />
      {unread ? (
        <Suspense>
          <FixWalletGate
            address={unread.address}
            unsupported={unread.reason === "not_supported_yet" ? unread.text : null}
            onClose={() => setUnread(null)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
