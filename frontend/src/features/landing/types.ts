/** A landing page; also what a sign-up from it states as its origin. */
export type LandingName = "landing-page-whale" | "landing-page-peace-of-mind" | "landing-page-intelligence";
