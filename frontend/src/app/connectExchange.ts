import { useLocation, useNavigate } from "react-router";
import { CONNECT } from "./connectHash";

/** The account that gets another key, as the state of the address. */
export interface Replaced {
  exchange: string;
  account_name: string;
}

/** Returns the function that opens the dialog: for another account, or for another key of one. */
export function useConnectExchange() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (replaced?: Replaced) => void navigate({ pathname, search, hash: CONNECT }, { state: replaced });
}
