import { Button } from "../../ui/Button";
import { useToast } from "../../ui/toasts";
import { type AssumedDecimals, useAcceptDecimals, useClearDecimals } from "./queries";

interface DecimalsStepProps {
  asset: string;
  symbol: string;
  assumed: AssumedDecimals;
}

/** Counts a token by the decimals that a list states, or stops doing so. */
export function DecimalsStep({ asset, symbol, assumed: { decimals, list, accepted } }: DecimalsStepProps) {
  const { mutate: accept, isPending: isAccepting } = useAcceptDecimals();
  const { mutate: clear, isPending: isClearing } = useClearDecimals();
  const toast = useToast();
  const failed = { onError: (problem: Error) => toast({ text: problem.message, bad: true }) };
  const undo = () =>
    clear(asset, {
      ...failed,
      onSuccess: () => toast({ text: `${symbol} is not counted until you accept its decimals` }),
    });
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
    accept(
      { asset, decimals },
      { ...failed, onSuccess: () => toast({ text: `${symbol} has ${decimals} decimals`, undo }) },
    );
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
