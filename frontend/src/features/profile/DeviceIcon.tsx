const paths = {
  laptop: "M4.5 5h11v8h-11zM2.5 15.5h15",
  phone: "M6.5 3h7v14h-7zM9.2 14.8h1.6",
  tablet: "M4.5 3h11v14h-11zM9 14.8h2",
  program: "M3 4.5h14v11H3zM6 8l2.2 2L6 12m4.5 0H14",
  unknown: "M3.5 4.5h13v9h-13zM7.5 16.5h5M10 13.5v3",
} as const;

type DeviceKind = keyof typeof paths;

/** The systems and programs by which the server names devices. */
const kinds: readonly (readonly [RegExp, DeviceKind])[] = [
  [/iPad$/, "tablet"],
  [/(?:iPhone|Android)$/, "phone"],
  [/^(?:curl|Node\.js)\b/, "program"],
  [/(?:Windows|Mac|Linux|ChromeOS)$/, "laptop"],
];

/** The kind of a device by its name, such as "Firefox on Linux"; null is an unknown device. */
export const kindOf = (device: string | null): DeviceKind =>
  kinds.find(([words]) => words.test(device ?? ""))?.[1] ?? "unknown";

/** The icon of a device beside its name. Not in `Icon`, whose paths every page loads first. */
export function DeviceIcon({ device }: { device: string | null }) {
  const kind = kindOf(device);
  return (
    <svg
      width={18}
      height={18}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      data-device={kind}
    >
      <path d={paths[kind]} />
    </svg>
  );
}
