/** What the sign-in dialog is opened for. */
export type SignInVariant = "keep" | "return" | "exchange";

interface VariantTexts {
  title: string;
  subtitle: string;
}

/** The texts of each variant. */
export const variants: Readonly<Record<SignInVariant, VariantTexts>> = {
  keep: { title: "Don't lose your data", subtitle: "Sign in to open your wallets on any device." },
  return: { title: "Sign in", subtitle: "Get right back into your account" },
  exchange: {
    title: "Don't lose your data",
    subtitle: "Add your email so you can analyze your CeFi and DeFi portfolio together",
  },
};
