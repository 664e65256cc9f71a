import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { accountAt } from "../features/exchange/accounts";
import { ConnectDialog } from "../features/exchange/ConnectDialog";
import { useAccounts } from "../features/exchange/queries";
import type { ExchangeAccount } from "../features/exchange/types";
import { useMe } from "../features/user/queries";
import type { Replaced } from "./connectExchange";
import { importPath } from "./importFile";
import { useSignIn } from "./signIn";

/** The dialog that connects an exchange. The server keeps keys for registered people only, so that others sign up first. */
export function ConnectContainer() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const { data: me } = useMe();
  const { data: accounts } = useAccounts();
  const openSignIn = useSignIn();
  const isAnonymous = me?.user.anonymous === true;
  const close = () => void navigate({ pathname, search }, { replace: true });
  // In place of the address with the dialog, so that Back does not open it again.
  const onImport = (one: ExchangeAccount) => void navigate(importPath(one), { replace: true });
  const register = () => {
    close();
    openSignIn({ variant: "exchange" });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: whether the person is registered is the only reason
  useEffect(() => {
    if (isAnonymous) register();
  }, [isAnonymous]);
  const replaced = state as Replaced | null;
  if (!me || isAnonymous || (replaced && !accounts)) return null;
  const account = replaced && accounts ? accountAt(accounts, replaced.exchange, replaced.account_name) : undefined;
  return <ConnectDialog account={account} onRegister={register} onImport={onImport} onClose={close} />;
}
