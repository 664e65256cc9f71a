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

/** Whether a file has the code of others, which has a limit of its own. */
const isLibrary = (file) => file.includes("/libraries-");
const page = (...entries) => filesOf(["index.html", ...entries]).map((file) => `dist/${file}`);
const own = (...entries) => page(...entries).filter((file) => !isLibrary(file));
const HOME = ["src/app/Shell.tsx", "src/app/HomeRoute.tsx"];

export default [
  { name: "libraries of the first load", path: page(...HOME).filter(isLibrary), limit: "59 kB" },
  { name: "own code of /welcome", path: own("src/app/WelcomeRoute.tsx"), limit: "54 kB" },
  { name: "own code of /home", path: own(...HOME), limit: "79 kB" },
];
