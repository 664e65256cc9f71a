const paths = {
  home: "M3 9.5 10 4l7 5.5M5 8.5V16h10V8.5",
  wallet:
    "M3 6.5h12.5A1.5 1.5 0 0 1 17 8v6.5a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 14.5v-8ZM3 6.5 13 4v2.5M13.5 11h.01",
  pulse: "M2.5 10.5h3.5l2-5.5 4 10.500 2-5h3.5",
  search: "M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11Zm4-1.5 3.5 3.5",
  plus: "M10 4v12M4 10h12",
  moon: "M15.5 12.2A6.2 6.2 0 0 1 7.8 4.5a6.2 6.2 0 1 0 7.7 7.700Z",
  sun: "M10 13.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7ZM10 2.500v1.500M10 16v1.500M2.500 10H4M16 10h1.500M4.700 4.700l1.050 1.050M14.250 14.250l1.050 1.050M15.300 4.700l-1.050 1.050M5.750 14.250 4.700 15.300",
  screen: "M3.500 4.500h13v9h-13zM7.500 16.500h5M10 13.500v3",
  eye: "M2.5 10S5.2 5 10 5s7.5 5 7.5 5-2.7 5-7.5 5-7.5-5-7.5-5Zm7.500 2a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z",
  alert: "M10 8v3.500m0 2.500v.01M10 3.500 2.700 16h14.600L10 3.500Z",
  right: "m8 5 5 5-5 5",
  left: "m12 5-5 5 5 5",
  down: "m6 8 4 4 4-4",
  up: "m6 12 4-4 4 4",
  check: "m4.5 10.5 3.5 3.5 7.5-8",
  refresh: "M16 10a6 6 0 1 1-1.8-4.3M16 3.5v3h-3",
  close: "m5 5 10 10M15 5 5 15",
  trash: "M4 6h12M8 6V4h4v2M6 6l.7 10h6.600L14 6",
  copy: "M7.5 7.5h8v8h-8zM4.5 12.5v-8h8",
  code: "m7 6-4 4 4 4m6-8 4 4-4 4",
  info: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm0-8v4.500M10 6.500v.01",
  out: "M8 5H5v10h10v-3M11 4h5v5M16 4l-7 7",
  clock: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm0-11v4l2.500 2",
  shield: "M10 3 4.500 5v4.500c0 3.500 2.300 6 5.500 7.500 3.200-1.500 5.500-4 5.500-7.500V5L10 3Z",
  hide: "m3.500 3.500 13 13M8.300 5.200A8 8 0 0 1 10 5c4.800 0 7.500 5 7.500 5a13 13 0 0 1-2.300 2.800M5.600 6.400A13 13 0 0 0 2.500 10S5.200 15 10 15a7.600 7.600 0 0 0 3.600-.9",
  user: "M10 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm-6 6.500c.6-3 3-4.500 6-4.500s5.400 1.500 6 4.500",
  pen: "m4 16 .8-3.200 8.400-8.400a1.400 1.400 0 0 1 2 0l.4.4a1.400 1.400 0 0 1 0 2L7.200 15.200 4 16Z",
  tag: "M3.500 10.500v-6h6l7 7-6 6-7-7ZM7 7h.01",
} as const;

export type IconName = keyof typeof paths;

/** A drawing beside a word; it never speaks for itself. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
