// Reads the balances of the finished chain from the node, at one block.
import { Interface, toQuantity } from "ethers";

const ERC20 = new Interface(["function balanceOf(address) view returns (uint256)"]);
/** Enough for an honest balanceOf; one that burns gas is cut off here. */
const GAS = toQuantity(1_000_000);
const WORD = /^0x[0-9a-f]{64}$/;

/** Returns each person for the manifest: balance in wei, and raw balances by token address, null if unreadable. */
export const readPersons = async (chain, persons, tokens, block) => {
  const at = toQuantity(block);
  const natives = await chain.rpc.callAll(persons.map(({ address }) => ["eth_getBalance", [address, at]]));
  const calls = persons.flatMap((person) => tokens.map((token) => ["eth_call", [balanceCall(token, person), at]]));
  const answers = await chain.rpc.callAll(calls);
  return persons.map(({ name, address }, index) => {
    const own = answers.slice(index * tokens.length, (index + 1) * tokens.length);
    const balances = Object.fromEntries(tokens.map((token, column) => [token.address, amountOf(own[column])]));
    return { name, address, native: BigInt(natives[index]).toString(), balances };
  });
};

const balanceCall = (token, person) => ({
  to: token.address,
  data: ERC20.encodeFunctionData("balanceOf", [person.address]),
  gas: GAS,
});

/** An amount is exactly one word. Any other answer is unreadable, not zero. */
const amountOf = (answer) => (answer !== null && WORD.test(answer) ? BigInt(answer).toString() : null);
