import { Suspense, useMemo, useState } from "react";
import { Home } from "../features/portfolio/Home";
import type { CardsOf } from "../features/portfolio/HomeParts";
import type { UnreadWallet } from "../features/portfolio/types";
import { ReadingLine } from "../features/sync/ReadingLine";
import { useMe } from "../features/user/queries";
import type { UserWallet } from "../features/user/types";
import { shortAddress } from "../format/text";
import { lazyPart } from "../ui/lazyPart";
import { useAddWallet } from "./addWallet";
import { homeCards } from "./homeCards";
import { ShareContainer } from "./ShareContainer";

const ProvidersLine = lazyPart(() => import("../features/health/ProvidersLine"), "ProvidersLine");
const FixWalletContainer = lazyPart(() => import("./FixWalletContainer"), "FixWalletContainer");

const choiceOf = ({ address, nickname, display_address }: UserWallet) => ({
  address,
  label: nickname || display_address || shortAddress(address),
});

const paths = {
  value: "/intelligence/asset-value",
  history: "/intelligence/transaction-history",
  entry: (id: string) => `/intelligence/transaction-history?entry=${encodeURIComponent(id)}`,
  costs: "/intelligence/costs",
  flows: "/intelligence#netflow",
  counterparties: "/intelligence/volume-traded-by-counterparty",
  defi: "/decentralized-finance",
  insights: "/intelligence/insights",
};
const cardsOf: CardsOf = (...about) => homeCards(paths, null, ...about);

/** The route of Home. */
export default function HomeRoute() {
  const onAdd = useAddWallet();
  const { data: me } = useMe();
  const wallets = useMemo(() => me?.user.user_wallets.map(choiceOf) ?? [], [me]);
  const [unread, setUnread] = useState<UnreadWallet | null>(null);
  return (
    <>
      <title>Home · Spyhop</title>
      <Home
        wallets={wallets}
        providers={
          <ReadingLine
            idle={
              <Suspense>
                <ProvidersLine />
              </Suspense>
            }
          />
        }
        pageActions={<ShareContainer />}
        cardsOf={cardsOf}
        onAdd={() => onAdd()}
        onFixWallet={setUnread}
      />
      {unread ? (
        <Suspense>
          <FixWalletContainer
            address={unread.address}
            unsupported={unread.reason === "not_supported_yet" ? unread.text : null}
            onClose={() => setUnread(null)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
