import { createContext, useContext } from "react";

/** Opens the explanation of a figure by its id. */
export type ExplainFigure = (figure: string) => void;

/** Opens the explanation drawer. Without a provider figures are plain text. */
export const ExplainContext = createContext<ExplainFigure | null>(null);

export const useExplain = (): ExplainFigure | null => useContext(ExplainContext);
