export type {
  AssetProfitLossData as Flows,
  AssetProfitLossRow as AssetFlows,
  CostBasisData as CostTotals,
  GasFeeData as Fees,
  PartialTotal,
  ProfitLossData as PeriodFlows,
  ReportChain as FlowChain,
  WalletInsightsData as Insights,
} from "@spyhop/sdk";

/** The token of a share session; null on the person's own page. */
export type VisitorToken = string | null;
