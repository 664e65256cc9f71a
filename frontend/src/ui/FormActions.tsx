import { Button } from "./Button";
import css from "./formActions.module.css";

interface FormActionsProps {
  /** The label of the submit button. */
  submit: string;
  busy: boolean;
  onCancel: () => void;
}

/** The buttons at the end of a form in a dialog. */
export const FormActions = ({ submit, busy, onCancel }: FormActionsProps) => (
  <div className={css.actions}>
    <Button tone="primary" type="submit" busy={busy}>
      {submit}
    </Button>
    <Button onClick={onCancel}>Cancel</Button>
  </div>
);
