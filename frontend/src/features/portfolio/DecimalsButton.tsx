import { Button } from "../../ui/Button";
import { useToast } from "../../ui/toasts";
import { useAcceptDecimals, useClearDecimals } from "./mutations";
import type { AssumedDecimals } from "./types";

interface DecimalsButtonProps {
  asset: string;
  symbol: string;
  assumed: AssumedDecimals;
}

/** The button that values a token with the decimals of a token list, or stops doing so. */
export function DecimalsButton({ asset, symbol, assumed: { decimals, list, accepted } }: DecimalsButtonProps) {
  const { mutateAsync: accept, isPending: isAccepting } = useAcceptDecimals();
  const { mutateAsync: clear, isPending: isClearing } = useClearDecimals();
  const toast = useToast();
  const failed = (problem: Error) => toast({ text: problem.message, bad: true });
  // Promises, because the row is unmounted once the figures are refetched, and callbacks of `mutate` are then not called.
  const undo = () =>
    void clear(asset).then(() => toast({ text: `${symbol} is not counted until you accept its decimals` }), failed);
  if (accepted)
    return (
      <Button
        tone="link"
        small
        icon="refresh"
        busy={isClearing}
        aria-label={`Undo ${decimals} decimals: ${symbol}`}
        onClick={undo}
      >
        Undo {decimals} decimals
      </Button>
    );
  const take = () =>
    void accept({ asset, decimals }).then(() => toast({ text: `${symbol} has ${decimals} decimals`, undo }), failed);
  return (
    <Button
      tone="link"
      small
      busy={isAccepting}
      aria-label={`Accept ${decimals} decimals for ${symbol} from ${list}`}
      onClick={take}
    >
      Accept {decimals} decimals
    </Button>
  );
}
