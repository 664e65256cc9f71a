import { Avatar } from "../../ui/Avatar";
import { Icon } from "../../ui/Icon";
import type { Gap } from "./missing";
import css from "./missing.module.css";

/** The images of assets and networks. */
export interface Marks {
  /** By asset. */
  assets: ReadonlyMap<string, { mark: string | null; colour: string }>;
  /** By chain. */
  networks: ReadonlyMap<string, { name: string; mark: string | null; color: string }>;
}

/** The image of what is missing, or an icon of its kind. */
export function GapMark({ gap: { asset, symbol, wallet, place }, marks }: { gap: Gap; marks: Marks }) {
  const network = place.chain === null ? undefined : marks.networks.get(place.chain);
  const known = asset === null ? undefined : marks.assets.get(asset);
  if (asset !== null)
    return (
      <Avatar name={symbol} colour={known?.colour ?? "var(--c8)"} mark={known?.mark ?? null} network={network?.mark} />
    );
  if (wallet === null && network) return <Avatar name={network.name} colour={network.color} mark={network.mark} />;
  return (
    <span className={css.tile}>
      <Icon name={wallet === null && place.wallet_address === null ? "search" : "wallet"} size={15} />
    </span>
  );
}
