import { createContext, useContext } from "react";

export interface ToastText {
  text: string;
  /** An error that has no place in the page. */
  bad?: boolean;
  /** Undoes the action. */
  undo?: () => void;
  /** How long it is shown, in milliseconds, where it can be undone for a certain time. */
  ms?: number;
  /** What can be done next. */
  next?: { label: string; run: () => void };
}

export type ShowToast = (toast: ToastText) => void;

export const ToastContext = createContext<ShowToast>(() => undefined);

/** Returns the function that shows a toast. */
export const useToast = (): ShowToast => useContext(ToastContext);
