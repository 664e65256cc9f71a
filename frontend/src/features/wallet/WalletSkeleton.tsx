import { Skeleton } from "../../ui/Skeleton";
import css from "./walletPage.module.css";

/** The page of a wallet before the list of the person has loaded. */
export const WalletSkeleton = () => (
  <div className={css.page} aria-busy="true">
    <Skeleton width={260} height={32} />
    <Skeleton width="100%" height={96} />
    <Skeleton width="100%" height={280} />
  </div>
);
