import { plural } from "../../format/text";
import css from "./leftOut.module.css";

/** Hidden assets for a visitor: how many, not which. */
export const LeftOut = ({ count }: { count: number }) =>
  count > 0 ? <p className={css.out}>{plural(count, "holding")} left out as spam, not in the total</p> : null;
