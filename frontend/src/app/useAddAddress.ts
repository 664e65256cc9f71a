import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { useAddWallet } from "./addWallet";

const PARAM = "add-address";

/** Opens the add-wallet dialog where the URL requests it, and removes the request from the URL. The hash stays. */
export function useAddAddress(): void {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const onAdd = useAddWallet();
  const isRequested = new URLSearchParams(search).get(PARAM) === "true";
  // biome-ignore lint/correctness/useExhaustiveDependencies: the request is answered once
  useEffect(() => {
    if (!isRequested) return;
    const params = new URLSearchParams(search);
    params.delete(PARAM);
    void navigate({ pathname, search: params.toString(), hash }, { replace: true, state });
    onAdd();
  }, [isRequested]);
}
