import { useSearchParams } from "react-router";
import { MODES, type Mode } from "./allocation";

export const MODE_LABELS: Readonly<Record<Mode, string>> = {
  asset: "Asset",
  network: "Network",
  wallet: "Wallet",
  kind: "Kind",
};

export const MODE_OPTIONS = MODES.map((key) => ({ key, label: MODE_LABELS[key] }));

/** The grouping of the total, kept in the URL. */
export function useAllocationMode(): [Mode, (mode: Mode) => void] {
  const [params, setParams] = useSearchParams();
  const mode = MODES.find((one) => one === params.get("by")) ?? "asset";
  const choose = (next: Mode) =>
    setParams(
      (old) => {
        const changed = new URLSearchParams(old);
        if (next === "asset") changed.delete("by");
        else changed.set("by", next);
        return changed;
      },
      { replace: true, preventScrollReset: true },
    );
  return [mode, choose];
}
