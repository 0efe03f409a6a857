import { chakra } from '../chakra.ts'
import { Markdown } from '../data/Markdown.tsx'
import { Notice } from './Notice.tsx'
import type { Level } from './toast.tsx'

/** The most severe first. */
export const noticeOrder: readonly Level[] = ['error', 'warning', 'info', 'success']

export interface NoticeItem {
  readonly level: Level
  /** Markdown. */
  readonly message: string
}

const Stack = chakra('div', {
  base: { display: 'grid', gap: '3', '& ul': { margin: 0, padding: 0, listStyle: 'none', display: 'grid', gap: '2' } },
})

/**
 * Notices grouped by level: one box for each, in the order error, warning, info, success. Draws nothing if
 * there are none. `bare`: Markdown of a record.
 */
export function NoticeList({ notices, bare = false }: { readonly notices: readonly NoticeItem[]; readonly bare?: boolean }) {
  const groups = noticeOrder
    .map((level) => ({ level, messages: notices.filter((notice) => notice.level === level && notice.message.trim() !== '') }))
    .filter(({ messages }) => messages.length > 0)
  if (groups.length === 0) return null
  return (
    <Stack>
      {groups.map(({ level, messages }) => (
        <Notice key={level} level={level}>
          {messages.length === 1 ? (
            <Markdown text={messages[0]?.message ?? ''} bare={bare} />
          ) : (
            <ul>
              {messages.map(({ message }, index) => (
                <li key={index}>
                  <Markdown text={message} bare={bare} />
                </li>
              ))}
            </ul>
          )}
        </Notice>
      ))}
    </Stack>
  )
}
