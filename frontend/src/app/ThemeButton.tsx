import { type ThemeChoice, useTheme } from "../theme/theme";
import { IconButton } from "../ui/Button";
import type { IconName } from "../ui/Icon";

export const next: Record<ThemeChoice, ThemeChoice> = { system: "light", light: "dark", dark: "system" };
export const icons: Record<ThemeChoice, IconName> = { system: "screen", light: "sun", dark: "moon" };
export const words: Record<ThemeChoice, string> = { system: "as the device", light: "light", dark: "dark" };

/** Cycles through the themes: system, light, dark. */
export function ThemeButton() {
  const [theme, choose] = useTheme();
  return (
    <IconButton
      icon={icons[theme]}
      label={`Theme: ${words[theme]}. Change to ${words[next[theme]]}`}
      onClick={() => choose(next[theme])}
    />
  );
}
