// Small pictures: what can be thrown at somebody, and the signs on banners.

const THINGS: Record<string, preact.JSX.Element> = {
  tomato: (
    <>
      <circle cx="24" cy="27" r="16" fill="#d8392b" />
      <path d="M24 13l-7-4 5 1 2-6 2 6 5-1Z" fill="#3f7d3a" />
      <path d="M15 22c2-4 5-5 8-5" stroke="#fff" stroke-opacity=".6" stroke-width="2.5" fill="none" stroke-linecap="round" />
    </>
  ),
  rose: (
    <>
      <path d="M24 24c2 8 1 14-2 21" stroke="#3f7d3a" stroke-width="3" fill="none" stroke-linecap="round" />
      <path d="M23 36c-6 1-9-2-10-6 5 0 9 1 10 6Z" fill="#3f7d3a" />
      <circle cx="25" cy="16" r="12" fill="#c3264b" />
      <path d="M18 15c3-6 11-6 13 0-2 6-10 7-11 1 2-4 7-3 7 0" stroke="#7c0f2c" stroke-width="2.2" fill="none" stroke-linecap="round" />
    </>
  ),
  snowball: (
    <>
      <circle cx="24" cy="24" r="16" fill="#dbe7f0" stroke="#8fa9bc" />
      <path d="M14 30c4 6 13 8 20 1" stroke="#b5c9d8" stroke-width="3" fill="none" stroke-linecap="round" />
      <circle cx="19" cy="18" r="2" fill="#cfdfea" /><circle cx="28" cy="21" r="1.5" fill="#cfdfea" />
    </>
  ),
  "paper-plane": (
    <>
      <path d="M4 22L44 6 32 42 22 30Z" fill="#f6f1e4" stroke="#8a7b58" stroke-linejoin="round" /><path d="M44 6L22 30l-1 11 5-7" fill="#c9bb98" stroke="#8a7b58" stroke-linejoin="round" />
    </>
  ),
  shoe: (
    <>
      <path d="M8 14l9 3c2 6 6 9 12 10 7 1 12 3 13 9v2H8Z" fill="#8a5a34" /><path d="M8 36h34v4H8Z" fill="#f1e3c8" />
      <path d="M18 20l4-3M21 24l4-3M25 27l4-3" stroke="#f1e3c8" stroke-width="2" stroke-linecap="round" />
    </>
  ),
  kiss: <path d="M24 42C12 33 5 26 5 18c0-6 4-9 9-9 4 0 8 2 10 6 2-4 6-6 10-6 5 0 9 3 9 9 0 8-7 15-19 24Z" fill="#e2456b" />,
};
const BALL = <circle cx="24" cy="24" r="14" fill="#efe6d2" />;

/** The names of what can be thrown. */
export const THROWN = ["tomato", "rose", "snowball", "paper-plane", "shoe", "kiss"] as const;

export const Thing = ({ name }: { name: string }) => (
  <svg class="picture" viewBox="0 0 48 48" aria-hidden="true">{THINGS[name] ?? BALL}</svg>
);

const SIGNS: Record<string, string> = {
  "money-bag": "M18 6h12l-4 7c8 4 14 13 14 21 0 6-6 9-16 9S8 40 8 34c0-8 6-17 14-21ZM24 19v20M29 24c-2-3-9-3-9 1 0 5 9 3 9 8 0 4-8 4-10 0",
  hat: "M14 30c0-12 2-20 10-20s10 8 10 20M5 31c6 6 32 6 38 0-4-2-8-2-9-1-4 3-16 3-20 0-1-1-5-1-9 1Z",
};

/** A sign on a banner; unknown ones are left out. */
export const Sign = ({ name }: { name: string }) =>
  SIGNS[name] ? <svg class="sign" viewBox="0 0 48 48" aria-hidden="true"><path d={SIGNS[name]} /></svg> : null;
