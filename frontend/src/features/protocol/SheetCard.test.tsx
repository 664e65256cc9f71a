import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ExplainContext } from "../../ui/explain";
import { card, protocols } from "./protocols.test-data";
import { SheetCard } from "./SheetCard";
import type { Protocols } from "./types";

afterEach(cleanup);

/** What the side of the debts says. */
function debtOf(data: Protocols): HTMLElement {
  cleanup();
  render(
    <ExplainContext value={() => undefined}>
      <SheetCard protocols={data} netWorth="7110" />
    </ExplainContext>,
  );
  return screen.getByRole("region", { name: "Debt" });
}

test("without a debt that was read, a protocol that was not read leaves open whether there is one", () => {
  const unread = [{ name: "Moonwell", chain: "eip155:8453", chain_name: "Base", text: null }];
  const user_wallet = [card({})];
  const types = protocols({ user_wallet }).sheet.types.filter(({ id }) => id === 40);
  expect(debtOf(protocols({ user_wallet, sheet: { debt: null, types } })).textContent).toBe("Debtnone");
  const partly = protocols({ user_wallet, sheet: { debt: null, types, unread } });
  expect(debtOf(partly).textContent).toBe("Debtnone found");
});

test("the bar of a debt that is many times the credit is full", () => {
  const debt = debtOf(protocols({ sheet: { debt: "-2000000", credit: "100", net: "-1999900" } }));
  expect(debt.querySelector<HTMLElement>("[aria-hidden] > i[style*=width]")?.style.width).toBe("100%");
});
