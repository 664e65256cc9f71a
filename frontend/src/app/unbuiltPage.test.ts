import { expect, test } from "vitest";
import { sharedQuery, unbuiltPage } from "./unbuiltPage";

test("the watchlist, which is not built yet, opens Home and says so", () => {
  const page = { path: "/home", notice: "The watchlist isn't available yet." };
  expect(unbuiltPage("/watchlist")).toEqual(page);
  expect(unbuiltPage("/watchlist/")).toEqual(page);
});

test.each(["/whale-watch", "/whale-watch/whales", "/whale-watch/42/my-pod"])("%s opens Home and says so", (path) =>
  expect(unbuiltPage(path)).toEqual({ path: "/home", notice: "Whale Watch isn't available yet." }),
);

test.each(["/top-accounts", "/twitter-influencers", "/watchlist"])("%s opens Home", (path) =>
  expect(unbuiltPage(path)?.path).toBe("/home"),
);

test("only the part of a query that every page has is kept", () => {
  expect(sharedQuery("?create-pod=true&add-address=true")).toBe("?add-address=true");
  expect(sharedQuery("?create-pod=true")).toBe("");
});

test.each(["/nothing", "/intelligence/costs/x", "/toString", "/whale-watcher", ""])("%s is no page", (path) =>
  expect(unbuiltPage(path)).toBeNull(),
);
