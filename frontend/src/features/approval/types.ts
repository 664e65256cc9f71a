export type { AllowanceRow, ApprovalsData as Approvals, DelegationRow, RevokeCallRow, SpenderRow } from "@spyhop/sdk";
