// The few signs of the page's own buttons, as lines on a square of 24 × 24.
const LINES = {
  rules: "M9.2 9.3a2.9 2.9 0 1 1 4.4 2.5c-1 .6-1.6 1.2-1.6 2.4M12 17.6v.1M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z",
  menu: "M4 7h16M4 12h16M4 17h16",
  sound: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  mute: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM16 9.5l5 5M21 9.5l-5 5",
  close: "M6 6l12 12M18 6L6 18",
  suit: "M12 4c1 2.500 5 4.500 5 7.300 0 3-3.600 3.400-4.400 1.500.2 1.800.8 3 1.900 3.900H9.500c1.100-.9 1.700-2.100 1.900-3.900C10.600 14.700 7 14.300 7 11.300 7 8.500 11 6.500 12 4ZM5 20h14",
  rank: "M5 18V9M10 18V6M15 18v-6M20 18V4",
  mine: "M8 12V6.500a1.500 1.500 0 0 1 3 0V11m0-.5V4.700a1.500 1.500 0 0 1 3 0V11m0-4.300a1.500 1.500 0 0 1 3 0V14c0 4-2 6.500-5.500 6.500-3 0-4.300-1.500-5.600-4L4.500 13a1.500 1.500 0 0 1 2.600-1.500L8 13",
  lock: "M7 11V8a5 5 0 0 1 10 0v3M6 11h12v9H6ZM12 14.500v2.500",
  crown: "M4 17L3 7l5 4 4-6 4 6 5-4-1 10Z",
  hand: "M6 20L4 9l4-1 2 12M9 18V5h4v13M14 18l2-12 4 1-3 13",
  bot: "M7 9h10v8H7ZM12 9V5.500M9.500 12.500v.5M14.500 12.500v.5M4.500 12v3M19.500 12v3",
  log: "M5 6h14M5 10h14M5 14h9M5 18h6",
} as const;
export type IconName = keyof typeof LINES;

export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d={LINES[name]} /></svg>
);
