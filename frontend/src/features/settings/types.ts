import type { getSettings, updateSettings } from "@spyhop/sdk";

export type Settings = Awaited<ReturnType<typeof getSettings>>;
export type CostRule = Settings["cost_rules"][number];
export type SettingsChange = Parameters<typeof updateSettings>[0];
