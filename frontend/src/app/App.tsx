import { Suspense } from "react";
import { BrowserRouter } from "react-router";
import { ErrorBoundary } from "./ErrorBoundary";
import { Providers } from "./Providers";
import { AppRoutes } from "./routes";

export const App = () => (
  <ErrorBoundary>
    <Providers>
      <BrowserRouter>
        <Suspense>
          <AppRoutes />
        </Suspense>
      </BrowserRouter>
    </Providers>
  </ErrorBoundary>
);
