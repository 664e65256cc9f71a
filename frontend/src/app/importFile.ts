import { useLocation, useNavigate } from "react-router";
import { accountPath } from "../features/exchange/accounts";
import type { ExchangeAccount } from "../features/exchange/types";

/** The dialog that imports a file is open while the address of an account ends with this. */
const IMPORT = "#import-csv";

/** The path of an account with the dialog that imports a file into it. */
export const importPath = (account: ExchangeAccount): string => `${accountPath(account)}${IMPORT}`;

/** Whether the dialog is open on the page of an account, and the functions that open and close it. */
export function useImportDialog() {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  return {
    isOpen: hash === IMPORT,
    open: () => void navigate({ pathname, search, hash: IMPORT }),
    close: () => void navigate({ pathname, search }, { replace: true }),
  };
}
