import { GroupForm } from "./GroupForm";
import { groupNameProblem, type OwnGroup } from "./ownGroups";
import { useOwnGroups } from "./queries";

interface RenameGroupProps {
  group: OwnGroup;
  rename: (name: string) => Promise<void>;
  onClose: () => void;
}

/** The dialog that renames a group. */
export function RenameGroup({ group, rename, onClose }: RenameGroupProps) {
  const others = useOwnGroups().flatMap(({ name }) => (name === group.name ? [] : [name]));
  return (
    <GroupForm
      title="Rename group"
      subtitle={<bdi>{group.name}</bdi>}
      submit="Rename"
      name={group.name}
      rule={(name) => groupNameProblem(name, others)}
      save={(name) => (name === group.name ? Promise.resolve() : rename(name))}
      onClose={onClose}
    />
  );
}
