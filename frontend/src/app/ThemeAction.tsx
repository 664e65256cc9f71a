import { useTheme } from "../theme/theme";
import { SidebarAction } from "../ui/SidebarAction";
import { icons, next, words } from "./ThemeButton";

/** Cycles through the themes, in the footer of phones. */
export function ThemeAction() {
  const [theme, choose] = useTheme();
  return <SidebarAction icon={icons[theme]} title="Theme" note={words[theme]} onClick={() => choose(next[theme])} />;
}
