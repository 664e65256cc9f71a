import { Button } from "./Button";
import { InlineFailure } from "./Note";

/** Says that a secret was cleared, until the person has read it. */
export const SecretWarning = ({ text, onDismiss }: { text: string; onDismiss: () => void }) => (
  <InlineFailure>
    {text}{" "}
    <Button tone="link" small onClick={onDismiss}>
      Dismiss
    </Button>
  </InlineFailure>
);
