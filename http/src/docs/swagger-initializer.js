// Starts Swagger UI below /docs. The page requires Trusted Types: markup that Swagger UI writes passes the policy below, and
// anything that could run a script is dropped. No policy makes scripts or their addresses of text.
const RUNS = /<\s*\/?\s*(script|iframe|object|embed|base|meta|link|form)\b|\son[a-z]+\s*=|javascript:/i;

if (window.trustedTypes) {
  window.trustedTypes.createPolicy("default", { createHTML: (markup) => (RUNS.test(markup) ? "" : markup) });
}

window.onload = () => {
  window.ui = SwaggerUIBundle({
    url: "/api/openapi.json",
    dom_id: "#swagger-ui",
    deepLinking: true,
    presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
    plugins: [SwaggerUIBundle.plugins.DownloadUrl],
    layout: "StandaloneLayout",
  });
};
