import { useShownPortfolio } from "../features/portfolio/useShownPortfolio";
import { Protocols } from "../features/protocol/Protocols";
import { useReadAgain } from "../queries/readAgain";
import { Button } from "../ui/Button";
import { useAddWallet } from "./addWallet";
import { useDefiGate } from "./defiGate";
import { ShareContainer } from "./ShareContainer";
import { useAddAddress } from "./useAddAddress";

/** The route of DeFi. */
export default function DefiRoute() {
  useAddAddress();
  useDefiGate();
  const onAdd = useAddWallet();
  const { data: portfolio } = useShownPortfolio();
  const { mutate: read, isPending } = useReadAgain();
  return (
    <>
      <title>DeFi · Spyhop</title>
      <Protocols
        visitor={null}
        netWorth={portfolio?.total ?? null}
        onAdd={() => onAdd()}
        actions={
          <>
            <Button small icon="refresh" busy={isPending} onClick={() => read(undefined)}>
              Read now
            </Button>
            <ShareContainer redirect="decentralized-finance" />
          </>
        }
      />
    </>
  );
}
