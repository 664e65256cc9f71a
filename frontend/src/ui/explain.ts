import { createContext, useContext } from "react";

/** Opens the explanation of a figure by its id. */
export type ExplainFigure = (figure: string) => void;

/** Filled by the app with the way to open the drawer; without it figures are plain text. */
export const ExplainContext = createContext<ExplainFigure | null>(null);

export const useExplain = (): ExplainFigure | null => useContext(ExplainContext);
