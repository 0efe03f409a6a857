import type { ReactNode } from 'react'
import type { PhoneCountry } from '../../lib/phoneCountries.ts'
import * as styles from './mobile.module.css'

/** SVG, because Windows shows emoji flags as letters. */
const union = (
  <>
    <path fill="#012169" d="M0 0h30v20H0z" />
    <path stroke="#fff" strokeWidth="4" d="m0 0 30 20m0-20L0 20" />
    <path stroke="#c8102e" strokeWidth="1.6" d="m0 0 30 20m0-20L0 20" />
    <path stroke="#fff" strokeWidth="6.6" d="M15 0v20M0 10h30" />
    <path stroke="#c8102e" strokeWidth="4" d="M15 0v20M0 10h30" />
  </>
)

const star = (x: number, y: number, r: number) => <circle key={`${x}-${y}`} cx={x} cy={y} r={r} fill="#fff" />

const flags: Readonly<Record<PhoneCountry, ReactNode>> = {
  us: (
    <>
      <path fill="#fff" d="M0 0h30v20H0z" />
      <path stroke="#b31942" strokeWidth="1.54" d="M0 .77h30M0 3.85h30M0 6.92h30M0 10h30M0 13.08h30M0 16.15h30M0 19.23h30" />
      <path fill="#0a3161" d="M0 0h13v10.77H0z" />
      {[2, 5, 8, 11].flatMap((x) => [2, 5.4, 8.8].map((y) => star(x, y, 0.7)))}
    </>
  ),
  ca: (
    <>
      <path fill="#fff" d="M0 0h30v20H0z" />
      <path
        fill="#d80621"
        d="M0 0h7.5v20H0zM22.5 0H30v20h-7.5zM15 3.4l1.6 2.9 1.7-.9-.7 3.9 2-1.9.5 1.1 2.1-.4-.8 2.3.9.6-3.6 2.8.4 1.4-3.7-.6.2 3h-1.2l.2-3-3.7.6.4-1.4-3.6-2.8.9-.6-.8-2.3 2.1.4.5-1.1 2 1.9-.7-3.9 1.7.9z"
      />
    </>
  ),
  au: (
    <>
      <path fill="#012169" d="M0 0h30v20H0z" />
      <g transform="scale(.5)">{union}</g>
      {star(7.5, 15, 1.9)}
      {[star(22.5, 16.6, 1.2), star(18.8, 8.6, 1.1), star(22.5, 3.6, 1.1), star(26.2, 7.4, 1.1), star(24, 10.8, 0.6)]}
    </>
  ),
  gb: union,
}

/** Decoration next to the country's name or code. */
export function Flag({ country }: { readonly country: PhoneCountry }) {
  return (
    <svg className={styles.flag} viewBox="0 0 30 20" width={27} height={18} aria-hidden="true" focusable="false">
      {flags[country]}
    </svg>
  )
}
