import { useQuery } from "@tanstack/react-query";
import { Suspense, useRef } from "react";
import { Navigate } from "react-router";
import { AccountPage, AccountSkeleton, EXCHANGES, UnknownAccount } from "../features/exchange/AccountPage";
import { accountAt, accountPath } from "../features/exchange/accounts";
import { type HistoryQuery, historyOf } from "../features/exchange/history";
import { useAccounts, useProfiles } from "../features/exchange/queries";
import type { ExchangeAccount as Account } from "../features/exchange/types";
import { useAccountActions } from "../features/exchange/useAccountActions";
import { reconciliationOptions } from "../features/health/queries";
import { AccountEntries } from "../features/history/AccountEntries";
import { useLiftCap } from "../features/history/mutations";
import { usePortfolio } from "../features/portfolio/queries";
import { useWalletPortfolio } from "../features/portfolio/useWalletPortfolio";
import { useMe } from "../features/user/queries";
import { lazyPart } from "../ui/lazyPart";
import { FailureNote } from "../ui/Note";
import { useToast } from "../ui/toasts";
import { useAccountHistories } from "./accountHistories";
import { useConnectExchange } from "./connectExchange";
import { useImportDialog } from "./importFile";

const ImportDialog = lazyPart(() => import("../features/exchange/file/ImportDialog"), "ImportDialog");

const HISTORY = "/intelligence/transaction-history";
const entryPath = (id: string): string => `${HISTORY}?entry=${encodeURIComponent(id)}`;

/** What is known of the history of an account, and the action that reads all of it. */
function useHistory(account: Account): HistoryQuery {
  const { histories, failure, refetch } = useAccountHistories();
  const reconciliation = useQuery(reconciliationOptions());
  const lift = useLiftCap();
  const toast = useToast();
  const known = histories && historyOf(account, histories, reconciliation.data?.differences);
  const onReadAll = () => {
    if (!known?.progress) return;
    lift.mutate(known.progress.account, {
      onSuccess: () => toast({ text: `Reading all of ${account.account_name}` }),
      onError: ({ message }) => toast({ text: message, bad: true }),
    });
  };
  return { known, failure, onRetry: () => void refetch(), onReadAll, isLifting: lift.isPending };
}

/** The dialog that imports a file, and what opens it; null where no file of the exchange is read. */
function useImport(account: Account) {
  const { data: profiles } = useProfiles();
  const { isOpen, open, close } = useImportDialog();
  const profile = profiles?.find(({ exchange, files }) => exchange === account.exchange && files.length > 0);
  if (!profile) return { onImport: null, dialog: null };
  const dialog = isOpen ? (
    <Suspense>
      <ImportDialog account={account} profile={profile} onClose={close} />
    </Suspense>
  ) : null;
  return { onImport: open, dialog };
}

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
  const history = useHistory(account);
  const { onImport, dialog: importDialog } = useImport(account);
  return (
    <>
      <title>{`${account_name} · Spyhop`}</title>
      <AccountPage
        account={account}
        portfolio={portfolio}
        failure={error}
        onRetry={() => void refetch()}
        entries={
          <AccountEntries
            address={address}
            path={`${HISTORY}?wallet=${encodeURIComponent(address)}`}
            entryPath={entryPath}
          />
        }
        share={all?.wallets.find((wallet) => wallet.address === address)?.share ?? null}
        since={me?.user.user_wallets.find((wallet) => wallet.address === address)?.created_on ?? null}
        onReplace={() => connect({ exchange, account_name })}
        history={history}
        onImport={onImport}
        {...actions}
      />
      {dialog}
      {importDialog}
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
