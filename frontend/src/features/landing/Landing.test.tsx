import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Landing } from "./Landing";
import { landings } from "./statements";
import type { LandingName } from "./types";

const signUp = vi.fn();
const onContinue = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  signUp.mockReset().mockResolvedValue({ isNewUser: true });
  onContinue.mockReset();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function open(name: LandingName = "landing-page-whale", isMailOff = false) {
  const example = (tone: string) => <button type="button">Example as {tone}</button>;
  return render(
    <MemoryRouter>
      <Landing {...{ name, signUp, onContinue, isMailOff, example }} corner={null} foot={null} />
    </MemoryRouter>,
  );
}

async function submit(email: string, name?: LandingName) {
  open(name);
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: email } });
  fireEvent.click(screen.getByRole("button", { name: "Get started" }));
  await pass(0);
}

test.each(Object.keys(landings) as LandingName[])("%s says three things, and signs up", async (name) => {
  await submit("you@example.org", name);
  expect(signUp).toHaveBeenCalledExactlyOnceWith("you@example.org");
  expect(screen.getAllByRole("heading", { level: 3 })).toHaveLength(3);
  expect(screen.getByText("Now directing you to Spyhop.")).toBeTruthy();
});

test.each(Object.keys(landings) as LandingName[])("%s has a picture without a name, loaded when it is seen", (name) => {
  const { container } = open(name);
  const image = container.querySelector("img");
  expect(image?.getAttribute("src")).toContain(`${name.replace("landing-page-", "")}-wide-light`);
  expect([image?.alt, image?.getAttribute("loading"), image?.width, image?.height]).toEqual(["", "lazy", 1440, 900]);
  expect(container.querySelector("source")?.getAttribute("srcset")).toContain("-narrow-light");
});

test("the example is a link below the form", () => {
  open();
  screen.getByText("You'll receive an email with an invitation link to join.");
  screen.getByRole("button", { name: "Example as link" });
});

test("without mail the note says so, and the example is the main button", () => {
  open("landing-page-whale", true);
  expect(screen.getByRole("status").textContent).toBe("This server sends no email, so it can't send an invitation.");
  screen.getByRole("button", { name: "Example as primary" });
  expect(screen.queryByLabelText("Email")).toBeNull();
});

test("a text that is no email is refused", async () => {
  await submit("you");
  screen.getByText("Enter valid email");
  expect(signUp).not.toHaveBeenCalled();
});

test("a new person is sent to Spyhop within five seconds", async () => {
  await submit("you@example.org");
  for (const text of ["Great!", "Please check your email for a verification link.", "Now directing you to Spyhop."])
    screen.getByText(text);
  expect(onContinue).not.toHaveBeenCalled();
  await pass(5_000);
  expect(onContinue).toHaveBeenCalledExactlyOnceWith(false);
});

test("a person with an account is sent to the sign-in", async () => {
  signUp.mockResolvedValue({ isNewUser: false });
  await submit("you@example.org");
  screen.getByText("It looks like you already have an account associated with this email.");
  fireEvent.click(screen.getByRole("button", { name: "Continue now" }));
  expect(onContinue).toHaveBeenCalledExactlyOnceWith(true);
});

test("a failed sign-up is said under the field, and can be tried again", async () => {
  signUp.mockRejectedValueOnce(new Error("Too many requests. Please try again later."));
  await submit("you@example.org");
  screen.getByText("Too many requests. Please try again later.");
  fireEvent.click(screen.getByRole("button", { name: "Get started" }));
  await pass(0);
  screen.getByText("Great!");
});
