import { useRef } from "react";
import { Navigate } from "react-router";
import { AccountPage, AccountSkeleton, EXCHANGES, UnknownAccount } from "../features/exchange/AccountPage";
import { accountAt, accountPath } from "../features/exchange/accounts";
import { useAccounts } from "../features/exchange/queries";
import type { ExchangeAccount as Account } from "../features/exchange/types";
import { useAccountActions } from "../features/exchange/useAccountActions";
import { usePortfolio } from "../features/portfolio/queries";
import { useWalletPortfolio } from "../features/portfolio/useWalletPortfolio";
import { useMe } from "../features/user/queries";
import { FailureNote } from "../ui/Note";
import { useConnectExchange } from "./connectExchange";

interface FilledProps {
  account: Account;
  accounts: readonly Account[];
}

/** The page of an account with its dialogs. */
function Filled({ account, accounts }: FilledProps) {
  const { wallet_address: address, exchange, account_name } = account;
  const { data: me } = useMe();
  const { data: all } = usePortfolio();
  const { data: portfolio, error, refetch } = useWalletPortfolio(address, true);
  const connect = useConnectExchange();
  const [actions, dialog] = useAccountActions(accounts);
  return (
    <>
      <title>{`${account_name} · Spyhop`}</title>
      <AccountPage
        account={account}
        portfolio={portfolio}
        failure={error}
        onRetry={() => void refetch()}
        share={all?.wallets.find((wallet) => wallet.address === address)?.share ?? null}
        since={me?.user.user_wallets.find((wallet) => wallet.address === address)?.created_on ?? null}
        onReplace={() => connect({ exchange, account_name })}
        {...actions}
      />
      {dialog}
    </>
  );
}

/** The account that a path names, or what there is in place of it. */
export function ExchangeAccount({ exchange, name }: { exchange: string; name: string }) {
  const { data: accounts, error, refetch } = useAccounts();
  const shown = useRef<{ path: string; address: string } | null>(null);
  const account = accounts && accountAt(accounts, exchange, name);
  const path = accountPath({ exchange, account_name: name });
  if (account) shown.current = { path, address: account.wallet_address };
  if (account) return <Filled key={account.wallet_address} account={account} accounts={accounts} />;
  // An account that was renamed has another page. One that was disconnected has none; the message on the list offers to undo it.
  const last = shown.current?.path === path ? shown.current : null;
  const renamed = last ? accounts?.find(({ wallet_address }) => wallet_address === last.address) : undefined;
  if (accounts && last) return <Navigate to={renamed ? accountPath(renamed) : EXCHANGES} replace />;
  if (accounts) return <UnknownAccount />;
  if (!error) return <AccountSkeleton />;
  return <FailureNote level={1} title="Couldn't load this account" failure={error} onRetry={() => void refetch()} />;
}
