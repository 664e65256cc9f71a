import { createContext, useContext } from "react";
import type { Limit } from "../features/plan/types";

/** Opens the upgrade dialog for a limit. */
export const LimitContext = createContext<(limit: Limit) => void>(() => undefined);

export const useShowLimit = () => useContext(LimitContext);
