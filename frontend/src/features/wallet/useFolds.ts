import { useState } from "react";
import { useLocation } from "react-router";
import { firstRows, type ShownGroup, type WalletGroup } from "./walletGroups";
import type { WalletLine } from "./walletRows";

/** The keys of groups that the person has opened or closed. */
type Choices = Readonly<Record<string, boolean>>;

/** Which groups are folded, and of which all rows are shown. The row that the URL names is always among them. */
export function useFolds(groups: readonly WalletGroup[]) {
  const { hash } = useLocation();
  const [folded, setFolded] = useState<Choices>({});
  const [whole, setWhole] = useState<Choices>({});
  const isNamed = ({ wallet }: WalletLine) => hash === `#wallet-${wallet.id}`;
  const shown = groups.map((group): ShownGroup => {
    const first = firstRows(group.lines.length, groups.length);
    const isFolded = folded[group.key] ?? false;
    const isWhole = whole[group.key] ?? group.lines.slice(first).some(isNamed);
    const rows = isFolded ? [] : isWhole ? group.lines : group.lines.slice(0, first);
    return { ...group, first, isFolded, isWhole, shown: rows };
  });
  return {
    shown,
    onFold: ({ key, isFolded }: ShownGroup) => setFolded({ ...folded, [key]: !isFolded }),
    onWhole: ({ key, isWhole }: ShownGroup) => setWhole({ ...whole, [key]: !isWhole }),
  };
}
