/** Strokes on a 24 px grid, only for the console: the kit's own icons are part of every first paint. */
const paths = {
  menu: 'M4 6.5h16M4 12h16M4 17.5h16',
  close: 'M6 6l12 12M18 6L6 18',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm5-2 5 5',
  today: 'M5 5h14a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1Zm3-2v4m8-4v4M4 10h16m-8 3v3l2 1',
  tasks: 'M9 4h6v3H9zM9 5H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1V6a1 1 0 0 0-1-1h-3m-6 9 2 2 4-4',
  inbox: 'M4 13 6.5 5h11L20 13v6a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-6Zm0 0h5a3 3 0 0 0 6 0h5',
  bot: 'M7 8h10a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2Zm5 0V4m-3 0h6M9.5 13v1m5-1v1M3 12.5v3m18-3v3',
  projects: 'M4 20V6a1 1 0 0 1 1-1h7v15M12 10h7a1 1 0 0 1 1 1v9M2.5 20h19M7.5 8.5h1m-1 3.5h1m-1 3.5h1m7-2h1m-1 3h1',
  company: 'M3 20h18M5 20V5h9v15m0-10h5v10M8 8.5h3M8 12h3m-3 3.5h3',
  trade: 'M14.5 6.5a4 4 0 0 0-5.4 4.9L3.5 17a2 2 0 0 0 2.8 2.8l5.7-5.6a4 4 0 0 0 4.9-5.3l-2.6 2.5-2.3-.6-.6-2.3Z',
  settings: 'M4 7h9m5 0h2M4 17h2m5 0h9M15.5 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Zm-7 10a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  chart: 'M4 4v16h16M8.5 16v-4m4 4V8m4 8v-6',
  book: 'M5 4.5A1.5 1.5 0 0 1 6.5 3H19v15H6.5A1.5 1.5 0 0 0 5 19.500V4.500Zm0 15A1.5 1.5 0 0 0 6.5 21H19v-3M9 7.500h6',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6v.01M4.5 12v.01M4.5 18v.01',
  gate: 'M4 20V8h16v12M2.5 20h19M4 8l3-4h10l3 4M9 20v-7h6v7',
  log: 'M6 3.500h12a1 1 0 0 1 1 1v15a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-15a1 1 0 0 1 1-1ZM8.500 8h7M8.500 12h7M8.500 16h4',
  form: 'M5 4h14v5H5zM5 13h6v7H5zM15 16.500h5m-2.500-2.500v5',
  device: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1Zm3 14.5h2',
  card: 'M4 6h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1Zm-1 4h18M6.5 14.500h4',
  support: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm-2.5-11a2.5 2.5 0 1 1 3.7 2.200c-.7.4-1.2.9-1.2 1.800m0 2.500v.01',
  mask: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.5 9c0-4 3.4-6.5 7.5-6.500M16 17h5.500m-2.3-2.3 2.3 2.3-2.3 2.3',
  logout: 'M14 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h8m-3-8h10m-3.5-3.500L21 12l-3.5 3.5',
  chevrons: 'M8 9.500l4-4 4 4m-8 5 4 4 4-4',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.5 9c0-4 3.4-6.5 7.5-6.500s7.5 2.5 7.5 6.5',
} as const

export type ShellIconName = keyof typeof paths

export function ShellIcon({ name, size = 20 }: { readonly name: ShellIconName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      style={{ flex: 'none' }}
    >
      <path d={paths[name]} />
    </svg>
  )
}
