import { createContext, useContext } from "react";

/** A visitor of a shared portfolio. */
export interface HistoryVisitor {
  /** The token of the share session. */
  token: string;
  /** Called when the share session has ended and must be renewed. */
  onOver: () => void;
}

/** Provides the visitor; without one the page belongs to the signed-in user. */
export const VisitorContext = createContext<HistoryVisitor | null>(null);

export const useVisitor = (): HistoryVisitor | null => useContext(VisitorContext);

/** The options that send a call with the token of the share session. */
export const authorizedAs = (visitor: Pick<HistoryVisitor, "token"> | null) =>
  visitor ? { headers: { authorization: `Bearer ${visitor.token}` } } : {};
