import { plural } from "../../format/text";
import { LabelForm } from "../../ui/LabelForm";
import { useToast } from "../../ui/toasts";
import { type ContractLabel, useSetLabels } from "./mutations";
import type { ServiceVolume } from "./types";
import { beyond } from "./volumes";

interface RenameServiceProps {
  service: ServiceVolume;
  /** Shows the service under its new name. */
  onRenamed: (name: string | null) => void;
  onDone: () => void;
}

/** What the contracts of a service are called when it is renamed; null removes the person's own label. */
const labelsOf = ({ contracts }: ServiceVolume, label: string | null): ContractLabel[] =>
  contracts.map(({ chain, address }) => ({ chain: chain._id, address, label }));

/** What they were called before. */
const formerLabels = ({ name, contracts }: ServiceVolume): ContractLabel[] =>
  contracts.map(({ chain, address, own_label }) => ({ chain: chain._id, address, label: own_label ? name : null }));

/** Says which contracts get the label: the server lists only the largest. */
function titleOf(service: ServiceVolume): string {
  const { name, contracts } = service;
  const these = `${beyond(service, contracts) ? "the largest " : ""}${plural(contracts.length, "contract")}`;
  return `Your label for ${these} of ${name}, only for you`;
}

/** The form for the person's own label of a service, which all its contracts get. */
export function RenameService({ service, onRenamed, onDone }: RenameServiceProps) {
  const { name, contracts } = service;
  const { mutate, isPending, error } = useSetLabels();
  const toast = useToast();
  const before = contracts.some(({ own_label }) => own_label) ? name : null;
  const save = (label: string | null) => {
    const undo = () => mutate(formerLabels(service), { onSuccess: () => onRenamed(name) });
    const onSuccess = () => {
      onDone();
      onRenamed(label);
      toast({ text: label ? `Named ${label}` : "Label removed", undo });
    };
    mutate(labelsOf(service, label), { onSuccess });
  };
  return (
    <LabelForm
      title={titleOf(service)}
      before={before}
      initial={name}
      busy={isPending}
      failure={error?.message}
      onSave={save}
      onCancel={onDone}
    />
  );
}
