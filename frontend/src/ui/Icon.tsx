const paths = {
  home: "M3 9.5 10 4l7 5.5M5 8.5V16h10V8.5",
  wallet:
    "M3 6.5h12.5A1.5 1.5 0 0 1 17 8v6.5a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 14.5v-8ZM3 6.5 13 4v2.5M13.5 11h.01",
  pulse: "M2.5 10.5h3.5l2-5.5 4 10.5 2-5h3.5",
  search: "M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11Zm4-1.5 3.5 3.5",
  plus: "M10 4v12M4 10h12",
  moon: "M15.5 12.2A6.2 6.2 0 0 1 7.8 4.5a6.2 6.2 0 1 0 7.7 7.7Z",
  sun: "M10 13.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM10 2.5V4M10 16v1.5M2.5 10H4M16 10h1.5M4.7 4.7l1 1m8.6 8.6 1 1m0-10.6-1 1m-8.6 8.6-1 1",
  screen: "M3.5 4.5h13v9h-13zM7.5 16.5h5M10 13.5v3",
  eye: "M2.5 10S5.2 5 10 5s7.5 5 7.5 5-2.7 5-7.5 5-7.5-5-7.5-5Zm7.5 2a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z",
  alert: "M10 8v3.5m0 2.5v.01M10 3.5 2.7 16h14.6L10 3.5Z",
  right: "m8 5 5 5-5 5",
  left: "m12 5-5 5 5 5",
  down: "m6 8 4 4 4-4",
  up: "m6 12 4-4 4 4",
  check: "m4.5 10.5 3.5 3.5 7.5-8",
  refresh: "M16 10a6 6 0 1 1-1.8-4.3M16 3.5v3h-3",
  link: "M8.5 11.5a3 3 0 0 0 4.2 0l2.6-2.6a3 3 0 0 0-4.2-4.2l-.9.9M11.5 8.5a3 3 0 0 0-4.2 0l-2.6 2.6a3 3 0 0 0 4.2 4.2l.9-.9",
  close: "m5 5 10 10M15 5 5 15",
  trash: "M4 6h12M8 6V4h4v2M6 6l.7 10h6.6L14 6",
  copy: "M7.5 7.5h8v8h-8zM4.5 12.5v-8h8",
  code: "m7 6-4 4 4 4m6-8 4 4-4 4",
  info: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm0-8v4.5M10 6.5v.01",
  out: "M8 5H5v10h10v-3M11 4h5v5M16 4l-7 7",
  clock: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm0-11v4l2.5 2",
  shield: "M10 3 4.5 5v4.5c0 3.5 2.3 6 5.5 7.5 3.2-1.5 5.5-4 5.5-7.5V5L10 3Z",
  hide: "m3.5 3.5 13 13M8.3 5.2A8 8 0 0 1 10 5c4.8 0 7.5 5 7.5 5a13 13 0 0 1-2.3 2.8M5.6 6.4A13 13 0 0 0 2.5 10S5.2 15 10 15a7.6 7.6 0 0 0 3.6-.9",
  user: "M10 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm-6 6.5c.6-3 3-4.5 6-4.5s5.4 1.5 6 4.5",
  pen: "m4 16 .8-3.2 8.4-8.4a1.4 1.4 0 0 1 2 0l.4.4a1.4 1.4 0 0 1 0 2L7.2 15.2 4 16Z",
  share: "M10 12.5v-9M6.5 6.5 10 3l3.5 3.5M5 9.5v6.5h10V9.5",
  tag: "M3.5 10.5v-6h6l7 7-6 6-7-7ZM7 7h.01",
  upload: "M10 13V4m0 0L6.5 7.5M10 4l3.5 3.5M4 13.5V16h12v-2.5",
  list: "M4 6h12M4 10h12M4 14h8",
  chart: "M3.5 4v12h13M6 12l3.5-3.5 2.5 2L16.5 6",
  flows: "M3.5 7h12.5m0 0-3-3m3 3-3 3M16.5 13H4m0 0 3-3m-3 3 3 3",
  scales: "M10 4v12M6.5 16h7M4.5 6.5h11M4.5 6.5l-2 5h4l-2-5Zm11 0-2 5h4l-2-5Z",
  mail: "M3 5h14v10H3V5Zm0 .5 7 5 7-5",
  key: "M12 11.5a4 4 0 1 0-3.7-2.4L3.5 14v2.5H6V15h1.5v-1.5H9l1.5-2.3a4 4 0 0 0 1.5.3Zm1.2-4.7v.01",
  download: "M10 4v9m0 0-3.5-3.5M10 13l3.5-3.5M4 13.5V16h12v-2.5",
  leave: "M12 6.5V4H4v12h8v-2.5M8 10h9m0 0-2.5-2.5M17 10l-2.5 2.5",
  bank: "M3 8.5 10 4l7 4.5H3Zm2.5 0V15m3-6.5V15m3-6.5V15m3-6.5V15M3 16h14",
  layers: "m10 3-7 3.5 7 3.5 7-3.5L10 3ZM3 10l7 3.5 7-3.5M3 13.5 10 17l7-3.5",
  lock: "M5 9h10v7H5V9Zm2 0V6.5a3 3 0 0 1 6 0V9",
  bulb: "M10 3a5 5 0 0 0-3 9c.6.5 1 1.1 1 2h4c0-.9.4-1.5 1-2a5 5 0 0 0-3-9ZM8 16.5h4",
  more: "M4.5 10h.01M10 10h.01M15.5 10h.01",
} as const;

export type IconName = keyof typeof paths;

/** A decorative icon beside a text. */
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
