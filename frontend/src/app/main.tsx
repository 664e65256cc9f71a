import "@fontsource-variable/inter/opsz.css";
import "../theme/tokens.css";
import "../theme/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { connectSession } from "../features/user/queries";
import { loadSession } from "../features/user/session";
import { App } from "./App";
import { pageFact } from "./page";

loadSession(pageFact("instance") ?? "local", () => window.location.reload());
connectSession();

const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
