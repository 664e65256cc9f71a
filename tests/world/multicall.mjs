// Multicall3 at its canonical address.
import { multicallBytecode } from "./artifacts.mjs";

export const MULTICALL = "0xcA11bde05977b3631167028862bE2a173976CA11";

/** Deploys the contract and puts its code at the canonical address. */
export const placeMulticall = async (chain) => {
  const original = chain.deploy({ abi: [], bytecode: multicallBytecode() });
  await chain.settle();
  const code = await chain.rpc.call("eth_getCode", [original.address, "latest"]);
  await chain.rpc.call("anvil_setCode", [MULTICALL, code]);
  return MULTICALL;
};
