import { createContext, useContext } from "react";
import type { SignInVariant } from "../features/sign_in/variants";

/** What the sign-in dialog is opened for. */
export interface SignInRequest {
  variant: SignInVariant;
  /** Whether the dialog was not opened by the person, and can be skipped. */
  canSkip?: boolean;
}

/** Opens the sign-in dialog. */
export const SignInContext = createContext<(request: SignInRequest) => void>(() => undefined);

export const useSignIn = () => useContext(SignInContext);
