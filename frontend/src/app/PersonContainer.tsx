import { PersonDialog } from "../features/user/PersonDialog";
import { ShareGate } from "./ShareGate";

/** The dialog of the person, with the way to share in it. */
export const PersonContainer = ({ onClose }: { onClose: () => void }) => (
  <PersonDialog share={<ShareGate />} onClose={onClose} />
);
