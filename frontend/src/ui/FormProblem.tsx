import { InlineFailure } from "./Note";
import { SecretWarning } from "./SecretWarning";

interface FormProblemProps {
  /** The id that the field names as its description. */
  id: string;
  /** That a secret was cleared, until it is dismissed. */
  warning: string;
  problem: string | undefined;
  onDismiss: () => void;
}

/** What is wrong with a field of an inline form. */
export const FormProblem = ({ id, warning, problem, onDismiss }: FormProblemProps) => (
  <div id={id}>
    {warning ? <SecretWarning text={warning} onDismiss={onDismiss} /> : null}
    {problem && !warning ? <InlineFailure>{problem}</InlineFailure> : null}
  </div>
);
