import { Button } from "./Button";
import { InlineFailure } from "./Note";

/** The warning that a secret was cleared, until it is dismissed. */
export const SecretWarning = ({ text, onDismiss }: { text: string; onDismiss: () => void }) => (
  <InlineFailure>
    {text}{" "}
    <Button tone="link" small onClick={onDismiss}>
      Dismiss
    </Button>
  </InlineFailure>
);
