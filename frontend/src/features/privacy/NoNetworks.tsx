import { FailureNote } from "../../ui/Note";
import type { Chains } from "./queries";

/** Says that the networks could not be read, where what stands there lacks them. */
export const NoNetworks = ({ chains: { data, error, refetch } }: { chains: Chains }) =>
  error && !data ? <FailureNote title="Couldn't load networks" failure={error} onRetry={() => void refetch()} /> : null;
