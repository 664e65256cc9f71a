import { isUnpriced } from "../../format/partialTotal";
import { Money } from "../../ui/Money";
import css from "./counterparties.module.css";
import type { VolumeTotals } from "./types";

interface VolumeAmountProps {
  total: VolumeTotals["total_volume"];
  currency: string;
  label: string;
  /** The id under which it is explained. */
  figure?: string | undefined;
}

/** A sum; "No price" where none of its parts has one. */
export const VolumeAmount = ({ total, ...rest }: VolumeAmountProps) =>
  isUnpriced(total) ? (
    <span className={css.unknown}>No price</span>
  ) : (
    <Money amount={total.value} room={18} {...rest} />
  );
