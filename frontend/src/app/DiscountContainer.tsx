import { DiscountDialog } from "../features/invitation/DiscountDialog";
import { useDiscount } from "../features/invitation/useDiscount";

/** The offer of discounts on Welcome. */
export function DiscountContainer() {
  const [isOpen, close] = useDiscount();
  return isOpen ? <DiscountDialog onClose={close} /> : null;
}
