import { cleanup, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, expect, it } from "vitest";

import { preloaded } from "./lazyPart";

afterEach(cleanup);

it("renders a loaded component immediately, and any other after its fallback", async () => {
  const Part = () => <p>rendered</p>;
  const part = (load: Promise<{ Part: typeof Part }>) => {
    const Preloaded = preloaded(() => load, "Part");
    return (
      <Suspense fallback={<p>waiting</p>}>
        <Preloaded />
      </Suspense>
    );
  };
  const fetched = part(Promise.resolve({ Part }));
  await Promise.resolve();
  render(fetched);
  expect([screen.queryByText("waiting"), screen.queryByText("rendered")?.textContent]).toEqual([null, "rendered"]);
  cleanup();

  let arrive: (module: { Part: typeof Part }) => void = () => undefined;
  render(part(new Promise((resolve) => (arrive = resolve))));
  expect(screen.getByText("waiting")).toBeTruthy();
  arrive({ Part });
  expect(await screen.findByText("rendered")).toBeTruthy();
});
