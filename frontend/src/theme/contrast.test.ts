import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Rgb = readonly number[];

const text = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const tokens = text("./tokens.css");

const rgbOf = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);

/** A color of both themes, light first. */
function themesOf(name: string): readonly Rgb[] {
  const [, light = "", dark = ""] = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(tokens) ?? [];
  return [rgbOf(light), rgbOf(dark)];
}

/** The relative luminance of WCAG. */
const luminance = (color: Rgb): number =>
  color
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, i) => sum + part * ([0.2126, 0.7152, 0.0722][i] ?? 0), 0);

function contrast(a: Rgb, b: Rgb): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const mixed = (a: Rgb, b: Rgb, part: number): Rgb => a.map((value, i) => value * part + (b[i] ?? 0) * (1 - part));

test.each(["../charts/ring.module.css", "../charts/stackedBars.module.css", "../ui/avatar.module.css"])(
  "the edges of %s are at least 3 : 1 against a card in both themes",
  (path) => {
    const part = Number(/color-mix\(in srgb, (?:currentcolor|var\(--k\)) (\d+)%, var\(--ink\)\)/.exec(text(path))?.[1]);
    const [surface, ink] = [themesOf("surface"), themesOf("ink")];
    for (let series = 1; series <= 8; series += 1)
      themesOf(`c${series}`).forEach((color, theme) => {
        const edge = mixed(color, ink[theme] ?? [], part / 100);
        expect(contrast(edge, surface[theme] ?? []), `--c${series} of theme ${theme}`).toBeGreaterThanOrEqual(3);
      });
  },
);
