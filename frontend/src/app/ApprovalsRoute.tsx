import { Approvals } from "../features/approval/Approvals";
import { useAddAddress } from "./useAddAddress";

/** The route of Approvals. */
export default function ApprovalsRoute() {
  useAddAddress();
  return (
    <>
      <title>Approvals · Spyhop</title>
      <Approvals />
    </>
  );
}
