import { plural } from "../../format/text";
import css from "./leftOut.module.css";

/** The number of hidden assets, for visitors, who do not see which. */
export const LeftOut = ({ count }: { count: number }) =>
  count > 0 ? <p className={css.out}>{plural(count, "holding")} left out as spam, not in the total</p> : null;
