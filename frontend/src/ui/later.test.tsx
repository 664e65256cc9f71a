import { render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { expect, it } from "vitest";
import { fetchLater, later } from "./later";

it("fetches a part before it is drawn, and does not mind one that cannot be fetched", async () => {
  let fetched = 0;
  const Part = later(async () => {
    fetched += 1;
    return { Part: ({ name }: { name: string }) => <p>{name}</p> };
  }, "Part");
  later(async (): Promise<{ Gone: () => null }> => {
    throw new Error("away");
  }, "Gone");
  expect(fetched).toBe(0);
  await fetchLater();
  expect(fetched).toBe(1);
  render(
    <Suspense>
      <Part name="drawn" />
    </Suspense>,
  );
  expect(await screen.findByText("drawn")).toBeTruthy();
});
