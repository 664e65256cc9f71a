export type {
  DefiSheet,
  DefiType,
  ProtocolAmountRow,
  ProtocolBalanceData as Protocols,
  ProtocolCard,
  ProtocolPositionRow,
} from "@spyhop/sdk";

/** The token of a share session; null for the person's own data. */
export type VisitorToken = string | null;
