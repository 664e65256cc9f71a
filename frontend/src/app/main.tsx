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
// Not needed before the first interaction. If it fails to load, the page works without it.
void import("../ui/keepFocus").then(({ keepFocus }) => keepFocus()).catch(() => undefined);

const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
