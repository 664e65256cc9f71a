import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { History } from "./History";
import { historyPage, row } from "./history.test-data";
import { renderAt, stubServer } from "./server.test-setup";
import type { PageRequest } from "./types";

const FROM = "2025-09-08T00:00:00Z";
const TO = "2025-09-08T23:59:59Z";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("a link to a day shows its entries, and a press shows all time", async () => {
  const search = vi.fn((_: PageRequest) => historyPage([row("e1")]));
  stubServer({ "search-transaction": search, "get-transaction-filter": vi.fn(() => ({})) });
  const { params } = renderAt(`/x?from=${FROM}&to=${TO}&dust=show`, <History share={null} onAdd={vi.fn()} />);
  const conditions = () => search.mock.calls.map(([body]) => body.conditions);
  const day = await screen.findByRole("button", { name: / Sept 2025, show all time$/ });
  expect(conditions()[0]).toEqual([
    { key: "from", value: FROM },
    { key: "to", value: TO },
  ]);
  fireEvent.click(day);
  await waitFor(() => expect(params()).toEqual({ dust: "show" }));
  await waitFor(() => expect(conditions()).toContainEqual([]));
});

test("a period that cannot be read is none", async () => {
  stubServer({
    "search-transaction": vi.fn(() => historyPage([row("e1")])),
    "get-transaction-filter": vi.fn(() => ({})),
  });
  renderAt(`/x?from=today&to=${TO}`, <History share={null} onAdd={vi.fn()} />);
  await screen.findAllByRole("link", { name: /^lighthouse\.eth/ });
  expect(screen.queryByRole("button", { name: /show all time$/ })).toBeNull();
});
