import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Limit } from "../features/plan/types";
import { useMe } from "../features/user/queries";
import { useShowLimit } from "./limits";

/** How long the page is shown on a plan without it. */
const SHOWN_MS = 10_000;

/** What the upgrade dialog says about the page. */
const DEFI_LIMIT: Limit = {
  message: "The DeFi page is part of Baron and Sovereign. Your net worth counts your positions on every plan.",
  limit: null,
  used: null,
  trigger: "6",
};

/** On a plan without the page, shows it for a while; then the upgrade dialog, which leads to Home. From the locked entry it is at once. */
export function useDefiGate(): void {
  const isLocked = useMe().data?.current_plan.defi_enabled === false;
  const show = useShowLimit();
  const navigate = useNavigate();
  const { state } = useLocation();
  const delay = state?.isLocked ? 0 : SHOWN_MS;
  useEffect(() => {
    if (!isLocked) return;
    const timer = setTimeout(() => show(DEFI_LIMIT, () => void navigate("/home")), delay);
    return () => clearTimeout(timer);
  }, [isLocked, delay, show, navigate]);
}
