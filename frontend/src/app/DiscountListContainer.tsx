import { useSubscribe } from "../features/invitation/mutations";
import { useDiscountList } from "./useDiscountList";

/** Adds the email address entered on Welcome to the mailing list, now that there is a user. */
export function DiscountListContainer() {
  useDiscountList(useSubscribe("Discount popup"));
  return null;
}
