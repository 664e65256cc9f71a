import { createContext, useContext } from "react";

export interface ToastText {
  text: string;
  /** A failure that has no place of its own. */
  bad?: boolean;
  /** Takes back what was just done. */
  undo?: () => void;
}

export type ShowToast = (toast: ToastText) => void;

export const ToastContext = createContext<ShowToast>(() => undefined);

/** Confirms what the person just did. */
export const useToast = (): ShowToast => useContext(ToastContext);
