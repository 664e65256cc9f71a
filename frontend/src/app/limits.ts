import { createContext, useContext } from "react";
import type { Limit } from "../features/plan/types";

/** Opens the upgrade dialog for a limit; `onClose` is called once it is closed. */
export const LimitContext = createContext<(limit: Limit, onClose?: () => void) => void>(() => undefined);

export const useShowLimit = () => useContext(LimitContext);
