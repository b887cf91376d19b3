const paths = {
  campaigns: 'M3 11v2a1 1 0 0 0 1 1h2l4 5h2v-5l8 3V5L12 8H4a1 1 0 0 0-1 1z',
  docs: 'M6 3h9l4 4v14H6zM14 3v5h5M9 13h7M9 17h7',
  moon: 'M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2',
  signOut: 'M15 4h4v16h-4M10 8l-4 4 4 4M6 12h9',
  devices: 'M7 3h10a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2',
  segments: 'M4 6h16M7 12h10M10 18h4',
  persons: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21a8 8 0 0 1 16 0',
  cards: 'M4 5h16a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM6 10h5v5H6zM14 10h4M14 14h4',
  channels:
    'M12 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM7 7a7 7 0 0 0 0 10M17 7a7 7 0 0 1 0 10M4 4a11 11 0 0 0 0 16M20 4a11 11 0 0 1 0 16',
  feeds: 'M5 5a14 14 0 0 1 14 14M5 11a8 8 0 0 1 8 8M6 17a1 1 0 1 0 0 2 1 1 0 0 0 0-2z',
  files: 'M3 6h6l2 2h10v11H3z',
  audit: 'M8 4h8v3H8zM6 5H5v16h14V5h-1M9 14l2 2 4-4',
  privacy: 'M12 3l8 3v6c0 4.5-3.2 7.8-8 9-4.8-1.2-8-4.5-8-9V6zM9 12l2 2 4-4',
  log: 'M4 6h2M4 12h2M4 18h2M9 6h11M9 12h11M9 18h11',
  deadLetters: 'M3 6h18v12H3zM3 6l9 7 9-7M9 16l6-6M9 10l6 6',
  apps: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z',
  companies: 'M4 21V4h9v17M13 9h7v12M3 21h18M7 8h3M7 12h3M7 16h3M16 13h1M16 17h1',
  why: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.4-1 .8-1 1.7M12 16.5v.5',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM20 20l-4-4',
};

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
