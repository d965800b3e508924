/** Strokes on a grid of 16 by 16. */
const PATHS = {
  inbox: 'M2 9.5 4 3h8l2 6.5V13H2V9.5Zm0 0h3.5l1 1.5h3l1-1.5H14',
  replies: 'M2.5 3h11v8H8l-3 2.5V11H2.5V3ZM5 6h6M5 8.3h3.5',
  site: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM2 8h12M8 2c2 1.8 2.7 3.8 2.7 6S10 12.2 8 14C6 12.2 5.3 10.2 5.3 8S6 3.8 8 2',
  chart: 'M2.5 13.5h11M4 11V8m3 3V4.5M10 11V6.5m3 4.5V3',
  callbacks: 'M2 5.5h11.5m-3-3 3 3-3 3M14 11H2.5m3-3-3 3 3 3',
  person: 'M8 8a2.75 2.75 0 1 0 0-5.5A2.75 2.75 0 0 0 8 8Zm-5.5 6c.6-2.6 2.8-4 5.5-4s4.9 1.4 5.5 4',
  people:
    'M6 7.5a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5ZM1.5 13c.5-2.2 2.2-3.5 4.5-3.5s4 1.3 4.5 3.5M10.5 3.2a2.2 2.2 0 0 1 0 4.1m1.6 2.6c1.3.5 2.1 1.6 2.4 3.1',
  check: 'm3 8.5 3.2 3.2L13 4.8',
  close: 'm4 4 8 8m0-8-8 8',
  down: 'm4 6 4 4 4-4',
  right: 'm6 4 4 4-4 4',
  left: 'm10 4-4 4 4 4',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Zm3.3-1.2L14 14',
  warning: 'M8 2.5 14.5 13.5h-13L8 2.5Zm0 4v3.2m0 1.8v.1',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Zm0-6.8v3.6m0-5.8v.1',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  'eye-off':
    'M6.2 4A6 6 0 0 1 8 3.5C12 3.5 14.5 8 14.5 8a12 12 0 0 1-1.8 2.4M4.4 5A11 11 0 0 0 1.5 8S4 12.5 8 12.5c1.3 0 2.4-.5 3.4-1.1M2.5 2.5l11 11',
  plus: 'M8 3v10M3 8h10',
  trash: 'M2.5 4.5h11M6 4.5v-2h4v2m-5.5 0 .6 9h5.8l.6-9M7 7v4m2-4v4',
  edit: 'm3 13 .6-2.9L10.9 2.8l2.3 2.3-7.3 7.3L3 13Z',
  leave: 'M6.5 2.5h-4v11h4M6 8h8m-2.8-3L14 8l-2.8 3',
  keyboard: 'M1.5 4h13v8h-13V4ZM4 6.5h.1m2.6 0h.1m2.6 0h.1m2.6 0h.1M5 9.5h6',
  shield: 'M8 1.8 13 3.5v4.2c0 3-2 5.4-5 6.5-3-1.1-5-3.5-5-6.5V3.5L8 1.8Zm-2.3 6 1.7 1.7 3-3.2',
  more: 'M3.5 8h.1M8 8h.1m4.4 0h.1',
  bell: 'M3 11.5h10c-1-1-1.3-2-1.3-4A3.7 3.7 0 0 0 8 3.5a3.7 3.7 0 0 0-3.7 4c0 2-.3 3-1.3 4Zm3.5 0a1.5 1.5 0 0 0 3 0M8 2v1.5',
  screen: 'M2 3h12v8H2V3Zm4 11h4m-2-3v3',
  phone: 'M4.5 1.5h7v13h-7v-13Zm2.5 11h2',
  mail: 'M2 3.5h12v9H2v-9Zm0 .8 6 4.7 6-4.7',
  offline:
    'M8 12.5h.1M5.6 10a3.5 3.5 0 0 1 3-1M3.5 7.6A6.4 6.4 0 0 1 7 5.8m2.5 0a6.4 6.4 0 0 1 3 1.8M1.5 5a9.4 9.4 0 0 1 3.3-2m3-.5a9.5 9.5 0 0 1 6.7 2.5M2.5 2.5l11 11',
  lock: 'M3.5 7h9v6.5h-9V7Zm2 0V5a2.5 2.5 0 0 1 5 0v2',
  bot: 'M3 6h10v7H3V6Zm5 0V3.5m-2 6v.8m4-.8v.8M1.5 8.5v2m13-2v2',
  checks: 'm1.5 8.8 2.7 2.7L9.5 5.5M7.5 11l.7.6L14 5.5',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Zm0-9.2V8l2.2 1.5',
  filter: 'M2.5 4.5h11m-9 3.5h7m-5 3.5h3',
  panel: 'M2 3h12v10H2V3Zm7.5 0v10',
  card: 'M2 3.5h12v9H2v-9Zm3.7 4a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4Zm-2 3c.2-1.2 1-1.8 2-1.8s1.8.6 2 1.8M10 6.5h2M10 9h2',
  tag: 'M2.5 2.5h5l6 6-5 5-6-6v-5Zm2.7 2.8h.1',
  file: 'M4 1.5h5l3.5 3.5v9.5H4v-13Zm5 0V5h3.5',
  clip: 'm13 7.5-5 5a3.2 3.2 0 0 1-4.5-4.5l5.2-5.2a2 2 0 0 1 3 3l-5.2 5a.9.9 0 0 1-1.3-1.3L9.8 5',
  refresh: 'M13 8a5 5 0 1 1-1.5-3.6L13 6m0-3.5V6H9.5',
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative icon, hidden from screen readers: words next to it say the same. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      stroke-width={name === 'more' ? 2 : 1.5}
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
