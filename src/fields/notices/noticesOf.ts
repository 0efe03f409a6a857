import type { NoticeItem } from '../../ui/feedback/NoticeList.tsx'

const levels: ReadonlySet<unknown> = new Set(['error', 'warning', 'info', 'success'])

/**
 * The notices of a record: a list of { level, message }, one of them, or plain texts. Items without text are
 * left out; an unknown level is info.
 */
export function noticesOf(held: unknown): NoticeItem[] {
  return (Array.isArray(held) ? held : [held]).flatMap((entry: unknown) => {
    const { level, message } = (typeof entry === 'object' && entry !== null ? entry : { message: entry }) as Record<string, unknown>
    if (typeof message !== 'string' || message.trim() === '') return []
    return [{ level: (levels.has(level) ? level : 'info') as NoticeItem['level'], message }]
  })
}
