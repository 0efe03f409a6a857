const paths = {
  play: 'M7 4.5v15l13-7.5z',
  pause: 'M7 4.5h3.5v15H7zM13.5 4.5H17v15h-3.5z',
  again: 'M4 5v5h5M4.6 10A8 8 0 1 1 4 13',
  words: 'M3 5h18v14H3zM7 11h4m3 0h3M7 15h2m3 0h5',
  whole: 'M4 9V4h5M20 9V4h-5M4 15v5h5m11-5v5h-5',
} as const

/** Icons of a player; the text next to them says the same. */
export function Glyph({ name }: { readonly name: keyof typeof paths }) {
  const solid = name === 'play' || name === 'pause'
  return (
    <svg
      width={24}
      height={24}
      viewBox="0 0 24 24"
      fill={solid ? 'currentColor' : 'none'}
      stroke={solid ? 'none' : 'currentColor'}
      strokeWidth={1.9}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}
