import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { Loaded } from "./Loaded";
import { Profile } from "./Profile";
import { SignInCard } from "./SignInCard";

afterEach(cleanup);

test("an anonymous person is invited to sign in, in place of sessions, keys and wallets", () => {
  const onSignIn = vi.fn();
  render(
    <MemoryRouter initialEntries={["/profile"]}>
      <Profile
        basic="Basic"
        wallets={null}
        data="Data"
        sessions={<SignInCard onSignIn={onSignIn} />}
        keys={null}
        portfolio="Portfolio"
        rules={null}
      />
    </MemoryRouter>,
  );
  screen.getByText("Manage your profile here");
  screen.getByRole("region", { name: "Don't lose your data" });
  fireEvent.click(screen.getByRole("button", { name: "Sign in" }));
  expect(onSignIn).toHaveBeenCalledOnce();
});

test("a list that could not be loaded says so in its card, and can be loaded again", () => {
  const refetch = vi.fn();
  const query = { data: undefined, error: new Error("Something Went Wrong"), refetch };
  render(
    <Loaded title="Sessions" query={query}>
      {() => null}
    </Loaded>,
  );
  screen.getByText("Couldn't load sessions");
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(refetch).toHaveBeenCalledOnce();
});

test("a list that failed to refresh stays", () => {
  const query = { data: ["one"], error: new Error("Something Went Wrong"), refetch: vi.fn() };
  render(
    <Loaded title="Sessions" query={query}>
      {(names) => <p>{names.join()}</p>}
    </Loaded>,
  );
  screen.getByText("one");
});
