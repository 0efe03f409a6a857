import type { CSSProperties, ReactNode } from 'react'
import { chakra } from '../chakra.ts'

const Root = chakra('ul', {
  base: { listStyle: 'none', padding: '0', marginBlock: '-2', display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' },
})

/** A row of a RowList: first its content, then its actions. */
export const ListRow = chakra('li', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '3',
    paddingBlock: '3',
    '& + &': { borderTop: '1px solid', borderColor: 'border.default' },
    '& > div:first-of-type': { flex: '1 1 min(100%, var(--m-row-words, 12rem))', minWidth: '0', overflowWrap: 'anywhere' },
  },
})

/** Below the rows: controls for all rows, or a form that adds one. */
export const ListFoot = chakra('div', {
  base: { marginTop: '4', paddingTop: '4', borderTop: '1px solid', borderColor: 'border.default' },
})

const Muted = chakra('div', { base: { color: 'fg.muted' } })

/** Replaces the rows of an empty card on a screen with several cards. An EmptyState replaces the whole screen. */
export function ListEmpty({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <strong>{title}</strong>
      <Muted>{children}</Muted>
    </div>
  )
}

/**
 * Rows in a card, with a line between them. Buttons wrap below the text if the text would get narrower than
 * `words`, a CSS length.
 */
export function RowList({ words, children }: { readonly words?: string; readonly children: ReactNode }) {
  return <Root style={words === undefined ? undefined : ({ '--m-row-words': words } as CSSProperties)}>{children}</Root>
}
