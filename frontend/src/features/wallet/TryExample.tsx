import { Button } from "../../ui/Button";
import { InlineFailure } from "../../ui/Note";
import { type Save, useSending } from "./useSending";

/** A public name that anyone may view. */
const EXAMPLE = { addresses: ["vitalik.eth"], nicknames: {} };

interface TryExampleProps {
  save: Save;
  /** The prominence of the button. */
  tone?: "primary" | "quiet" | "link";
}

/** The button that adds an example wallet, which opens Home. */
export function TryExample({ save, tone = "quiet" }: TryExampleProps) {
  const { sending, problem, send } = useSending(save);
  return (
    <div>
      <Button
        tone={tone}
        {...(tone === "link" ? {} : { icon: "eye" })}
        busy={sending}
        onClick={() => (sending ? null : void send(EXAMPLE))}
      >
        Try it with an example
      </Button>
      {problem ? <InlineFailure>{problem}</InlineFailure> : null}
    </div>
  );
}
