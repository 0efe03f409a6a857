import type { CSSProperties, ReactNode } from 'react'
import { chakra } from './chakra.ts'

const Root = chakra('ul', { base: { listStyle: 'none', padding: '0', marginBlock: '-2', display: 'grid' } })

/** A line of a RowList: first what it is about, then what can be done about it. */
export const ListRow = chakra('li', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '3',
    paddingBlock: '3',
    '& + &': { borderTop: '1px solid', borderColor: 'border.default' },
    '& > div:first-of-type': { flex: '1 1 var(--m-row-words, 12rem)', minWidth: '0', overflowWrap: 'anywhere' },
  },
})

/** Below the lines: what is about all of them, or adds one. */
export const ListFoot = chakra('div', {
  base: { marginTop: '4', paddingTop: '4', borderTop: '1px solid', borderColor: 'border.default' },
})

const Muted = chakra('div', { base: { color: 'fg.muted' } })

/** Instead of lines, in one of several cards of a screen. An EmptyState stands for the screen itself. */
export function ListEmpty({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <strong>{title}</strong>
      <Muted>{children}</Muted>
    </div>
  )
}

/** Lines in a card, with a rule between them. Buttons wrap below the words where those would get narrower than `words`, a CSS length. */
export function RowList({ words, children }: { readonly words?: string; readonly children: ReactNode }) {
  return <Root style={words === undefined ? undefined : ({ '--m-row-words': words } as CSSProperties)}>{children}</Root>
}
