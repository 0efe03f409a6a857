import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type NodeSetting, settingsOf } from '../../../contract/forms/fieldShapes.ts'
import { escapeMarkdown } from '../../../contract/rules/escapeMarkdown.ts'
import { text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import type { PublishedForm } from '../forms/publishedForm.ts'
import { mayIn } from '../sign-in/person.ts'
import type { PageQuestion } from './pageQuestion.ts'

const thanks = text('Got it, thanks')
const next = text('Continue with')

/** A save with another address leads elsewhere by itself. */
const stays: ReadonlySet<string | undefined> = new Set([undefined, '', 'reload'])

const Next = z.object({ form: z.string(), title: z.string(), public: z.boolean() })

/**
 * The nodes of a form whose bot starts others: after the save, the person continues with the forms of those. A
 * kiosk offers these forms on its start screen.
 */
export async function continueWith(
  app: App,
  { person, lang }: PageQuestion,
  { key, team }: Pick<PublishedForm, 'key' | 'team'>,
  nodes: readonly NodeSetting[],
): Promise<NodeSetting[]> {
  if (person?.kiosk) return [...nodes]
  const found = await rows(
    app.storage.db,
    Next,
    sql`select a.form, a.title, f.public from automations up join automations a on a.parent = up.id and a.team = up.team
          join forms f on f.key = a.form and f.team = a.team
        where up.form = ${key} and not up.deleted and not up.archived and not up.disabled
          and not a.deleted and not a.archived and not a.disabled order by lower(a.title), a.id`,
  )
  const links = found
    .filter((one) => one.public || mayIn(person, team, 'form.fill'))
    .map(({ form, title }) => `- [${escapeMarkdown(title)}](/frontend/forms/${form})`)
  if (links.length === 0) return [...nodes]
  return nodes.map((node) => {
    const { returnUrl, returnMessage } = node as { returnUrl?: string; returnMessage?: string }
    if (settingsOf(node.type)?.isSave !== true || !stays.has(returnUrl)) return node
    const said = returnMessage ?? `# ${translate(lang, thanks)}`
    // Without a next page, so that there is time to choose.
    return { ...node, returnUrl: '', returnMessage: [said, `${translate(lang, next)}:`, links.join('\n')].join('\n\n') } as NodeSetting
  })
}
