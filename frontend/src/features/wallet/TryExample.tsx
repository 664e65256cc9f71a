import { Button } from "../../ui/Button";
import { InlineFailure } from "../../ui/Note";
import { type Save, useSending } from "./useSending";
import css from "./welcome.module.css";

/** A public name that anyone may view. */
const EXAMPLE = { addresses: ["vitalik.eth"], nicknames: {} };

/** The button that adds an example wallet, which opens Home. */
export function TryExample({ save }: { save: Save }) {
  const { sending, problem, send } = useSending(save);
  return (
    <div className={css.ways}>
      <Button icon="eye" busy={sending} onClick={() => (sending ? null : void send(EXAMPLE))}>
        Try it with an example
      </Button>
      {problem ? <InlineFailure>{problem}</InlineFailure> : null}
    </div>
  );
}
