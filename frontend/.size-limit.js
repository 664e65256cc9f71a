import { readFileSync } from "node:fs";

/** The manifest of the build. */
const manifest = JSON.parse(readFileSync(new URL("./dist/.vite/manifest.json", import.meta.url), "utf8"));

/** Every file that a page loads before its first render: scripts and styles, through all static imports. */
function filesOf(entries, seen = new Set()) {
  for (const name of entries) {
    const chunk = manifest[name];
    if (!chunk || seen.has(chunk.file)) continue;
    seen.add(chunk.file);
    for (const style of chunk.css ?? []) seen.add(style);
    filesOf(chunk.imports ?? [], seen);
  }
  return [...seen];
}

const page = (...entries) => filesOf(["index.html", ...entries]).map((file) => `dist/${file}`);

export default [
  { name: "first load of /welcome", path: page("src/app/WelcomeRoute.tsx"), limit: "120 kB", gzip: true },
  {
    name: "first load of /home",
    path: page("src/app/Shell.tsx", "src/app/HomeRoute.tsx"),
    limit: "147 kB",
    gzip: true,
  },
];
