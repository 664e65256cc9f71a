import type { ReactNode } from "react";
import { Card } from "../../ui/Card";
import { FailureNote } from "../../ui/Note";
import { type CardsOf, HomeParts } from "./HomeParts";
import { HomeSkeleton } from "./HomeSkeleton";
import { isUnreachable } from "./queries";
import { StaleNotice } from "./StaleNotice";
import type { Portfolio, UnreadWallet } from "./types";
import { useChosenWallets } from "./useChosenWallets";
import { useShownPortfolio } from "./useShownPortfolio";
import { useTableActions } from "./useTableActions";
import { type WalletChoice, WalletFilter } from "./WalletFilter";

interface HomeProps {
  /** The state of the data providers, in one line. */
  providers: ReactNode;
  /** The user's wallets, for the wallet filter. */
  wallets: readonly WalletChoice[];
  /** The actions of the page. */
  pageActions: ReactNode;
  /** The cards of other features. */
  cardsOf?: CardsOf;
  /** Opens the add-wallet dialog. */
  onAdd: () => void;
  /** Opens the dialog that fixes or removes an unread wallet. */
  onFixWallet: (wallet: UnreadWallet) => void;
}

interface FilledProps extends Omit<HomeProps, "wallets"> {
  portfolio: Portfolio;
  filter: ReactNode;
}

/** Home once the portfolio has loaded. */
function Filled({ portfolio, filter, providers, pageActions, cardsOf, onAdd, onFixWallet }: FilledProps) {
  const [actions, dialogs] = useTableActions(portfolio.currency_code, { onAdd, onFixWallet });
  return (
    <>
      <HomeParts
        portfolio={portfolio}
        filter={filter}
        providers={providers}
        pageActions={pageActions}
        cardsOf={cardsOf}
        actions={actions}
      />
      {dialogs}
    </>
  );
}

/** Home: the net worth over time, its allocation, the assets, and what is missing. */
export function Home({ wallets, ...props }: HomeProps) {
  const [chosen, choose] = useChosenWallets(wallets);
  const { data, error, refetch } = useShownPortfolio(undefined, chosen);
  const filter = <WalletFilter wallets={wallets} chosen={chosen} onChoose={choose} />;
  const onRetry = () => void refetch();
  if (data)
    return (
      <>
        {error && !isUnreachable(error) ? <StaleNotice portfolio={data} problem={error} onRetry={onRetry} /> : null}
        <Filled portfolio={data} filter={filter} {...props} />
      </>
    );
  if (!error) return <HomeSkeleton hasValue={props.cardsOf !== undefined} />;
  return (
    <Card title="Net worth">
      <FailureNote level={1} title="Couldn't load your portfolio" failure={error} onRetry={onRetry} />
    </Card>
  );
}
