import { useId } from "react";
import { Button, IconButton } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { useCopy } from "../../ui/useCopy";
import css from "./apiKeys.module.css";

interface CreatedKeyProps {
  name: string;
  secret: string;
  onDone: () => void;
}

/** A new API key. Its secret is shown only here. */
export function CreatedKey({ name, secret, onDone }: CreatedKeyProps) {
  const id = useId();
  const copy = useCopy();
  return (
    <div className={css.created} role="status">
      <Icon name="key" size={16} />
      <label htmlFor={id}>
        <b>{name}</b> Copy it now. It is shown only once.
      </label>
      <IconButton icon="close" label="Hide the key" size={16} onClick={onDone} />
      <div>
        <input id={id} readOnly value={secret} onFocus={(event) => event.target.select()} />
        <Button icon="copy" onClick={() => copy(secret, "Copied")}>
          Copy
        </Button>
      </div>
    </div>
  );
}
