import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ToastContext, type ToastText } from "../../ui/toasts";
import { PortfolioRules } from "./PortfolioRules";

const CHOICES = [
  { code: "fifo", name: "FIFO", text: "What you acquired first leaves first." },
  { code: "hifo", name: "HIFO", text: "What cost most leaves first." },
];
const settings = (choice: string, zone = "Europe/Berlin") => ({
  time_zone: zone,
  cost_rules: [{ id: "lot_method", name: "Method", choice, choices: CHOICES }],
});

let stored = settings("fifo");
const sent: unknown[] = [];
const toasts: ToastText[] = [];

function serve(failure?: string) {
  vi.stubGlobal("fetch", (url: string, init?: RequestInit) => {
    const body = JSON.parse(String(init?.body));
    if (url.endsWith("update-settings")) {
      sent.push(body);
      if (failure)
        return Promise.resolve(
          Response.json({ error: true, code: "invalid_input", message: failure, data: null }, { status: 400 }),
        );
      stored = settings(
        body.cost_rules?.lot_method ?? stored.cost_rules[0]?.choice,
        body.time_zone ?? stored.time_zone,
      );
    }
    return Promise.resolve(Response.json({ error: false, message: "", data: stored }));
  });
}

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <ToastContext value={(toast) => toasts.push(toast)}>
        <PortfolioRules />
      </ToastContext>
    </QueryClientProvider>,
  );
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  [stored, sent.length, toasts.length] = [settings("fifo"), 0, 0];
});

const select = (name: RegExp) => screen.findByRole<HTMLSelectElement>("combobox", { name });

test("a rule says what it means, changes at once and can be undone", async () => {
  serve();
  show();
  const method = await select(/^Method/);
  screen.getByText("What you acquired first leaves first.");
  fireEvent.change(method, { target: { value: "hifo" } });
  await screen.findByText("What cost most leaves first.");
  await waitFor(() => expect(toasts[0]?.text).toBe("Method changed. Costs and gains follow."));
  toasts[0]?.undo?.();
  await screen.findByText("What you acquired first leaves first.");
  expect(sent).toEqual([{ cost_rules: { lot_method: "hifo" } }, { cost_rules: { lot_method: "fifo" } }]);
});

test("the zone is one of those that the browser knows", async () => {
  serve();
  show();
  const zone = await select(/^Time zone/);
  expect(zone.value).toBe("Europe/Berlin");
  fireEvent.change(zone, { target: { value: "Asia/Tokyo" } });
  await waitFor(() => expect(sent).toEqual([{ time_zone: "Asia/Tokyo" }]));
});

test("a refused change is shown and nothing changes", async () => {
  serve("The rule lot_method has no such choice.");
  show();
  fireEvent.change(await select(/^Method/), { target: { value: "hifo" } });
  await waitFor(() => expect(toasts[0]).toMatchObject({ bad: true, text: "The rule lot_method has no such choice." }));
  screen.getByText("What you acquired first leaves first.");
});
