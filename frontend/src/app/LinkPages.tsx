import type { LandingName } from "../features/landing/types";
import { AppFeatureRoute } from "./AppFeatureRoute";
import { LandingRoute } from "./LandingRoute";
import { VerifyEmailRoute } from "./VerifyEmailRoute";

/** The pages that emails and other sites link to, in one file. */
export default function LinkPages({ page }: { page: "verify-email" | "app-feature" | LandingName }) {
  if (page === "verify-email") return <VerifyEmailRoute />;
  return page === "app-feature" ? <AppFeatureRoute /> : <LandingRoute name={page} />;
}
