import "@fontsource-variable/inter/opsz.css";
import "../theme/tokens.css";
import "../theme/base.css";
import "../theme/controls.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { loadSession } from "../features/user/session";
import { App } from "./App";
import { connectSession } from "./connectSession";
import { pageFact } from "./pageFacts";

loadSession(pageFact("instance") ?? "local", () => window.location.reload());
connectSession();
// Not needed before the first press; without it the page works all the same.
void import("../ui/keepFocus").then(({ keepFocus }) => keepFocus()).catch(() => undefined);

const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
