import { InlineFailure } from "../../ui/Note";
import { SecretWarning } from "../../ui/SecretWarning";

interface FormProblemProps {
  /** The id that the field names as its description. */
  id: string;
  /** That a secret was cleared, until it is dismissed. */
  warning: string;
  problem: string | undefined;
  onDismiss: () => void;
}

/** What is wrong with a field of the drawer. */
export const FormProblem = ({ id, warning, problem, onDismiss }: FormProblemProps) => (
  <div id={id}>
    {warning ? <SecretWarning text={warning} onDismiss={onDismiss} /> : null}
    {problem && !warning ? <InlineFailure>{problem}</InlineFailure> : null}
  </div>
);
