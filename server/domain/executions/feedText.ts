import { Refused } from '../../../contract/Refused.ts'
import type { App } from '../app.ts'
import type { Person } from '../sign-in/person.ts'
import { type StoredExecution, findExecution, maySee } from './executionRow.ts'
import { type Line, linesOf } from './addLine.ts'
import { text } from '../../i18n/text.ts'

/**
 * Returns the chat log of an execution as plain text (spec/1 §7): text by text, with times in UTC. Throws
 * Refused.
 */
export async function feedText(
  app: App,
  me: Person,
  { owner, automation, execution }: { owner?: string; automation: string; execution: string },
): Promise<string> {
  const one = await findExecution(app.storage.db, execution, { uid: me.uid })
  if (!one || one.automation !== automation || (owner !== undefined && one.owner !== owner) || !maySee(one, me.uid))
    throw new Refused(404, 'NOT_FOUND', text('This conversation does not exist.'))
  return logText(one, await linesOf(app.storage.db, execution))
}

function logText(one: StoredExecution, lines: readonly Line[]): string {
  const { title, name, vendor, number } = one.model
  const who = [name, vendor].filter(Boolean).join(', ')
  const head = [title, [who, number].filter(Boolean).join(' · '), `${one.botTitle} · ${one.day}`]
  const spoken = lines.map(({ way, text, at, failed }) => {
    const time = at.slice(0, 19).replace('T', ' ')
    if (way === 'note') return `${time}  (${text})`
    return `${time}  ${way === 'out' ? 'Bot' : (name ?? 'Contact')}: ${text.replaceAll('\n', '\n    ')}${failed === null ? '' : '  (not sent)'}`
  })
  return `${[...head.filter(Boolean), '', ...(spoken.length > 0 ? spoken : ['No messages.'])].join('\n')}\n`
}
