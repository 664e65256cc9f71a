import { FailureNote } from "../../ui/Note";
import type { Chains } from "./queries";

/** Says that the networks could not be loaded, in sections that need them. */
export const NoNetworks = ({ chains: { data, error, refetch } }: { chains: Chains }) =>
  error && !data ? <FailureNote title="Couldn't load networks" failure={error} onRetry={() => void refetch()} /> : null;
