import { getAuthorizeUrl, ProblemError, updateAccessToken } from "@spyhop/sdk";

/** The page of the exchange on which the person consents to connect an account with this name. */
export async function pageOf(exchange: string, name: string): Promise<string> {
  const { url } = await getAuthorizeUrl({ exchange, account_name: name });
  return url;
}

/** Connects the account with the code that the exchange sent back. */
export const redeemCode = async (exchange: string, code: string, state: string): Promise<void> => {
  await updateAccessToken({ exchange, access_code: code, state });
};

/** Whether the answer of the exchange expired, was used already or is another person's. */
export const isExpired = (problem: unknown): boolean =>
  problem instanceof ProblemError && problem.code === "oauth_state_invalid";
