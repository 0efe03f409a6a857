import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import type { Permit, PermitState } from '../../../contract/endpoints/permits.ts'
import { escapeMarkdown } from '../../../contract/rules/escapeMarkdown.ts'
import { type Text, text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'
import type { App } from '../app.ts'
import { isPermitForm, permitsOf } from '../permits/permitsOf.ts'
import type { PageQuestion } from './pageQuestion.ts'

const words: Readonly<Record<PermitState, Text>> = {
  requested: text('Not approved yet. Do not begin this work before the permit is approved.'),
  approved: text('Approved by {name}.'),
  refused: text('Refused by {name}. Do not begin this work.'),
  closed: text('Closed by {name}. This permit is no longer valid.'),
}
const changed = text('The request was changed after its approval. Do not begin this work before it is approved again.')
const levels = { requested: 'warning', approved: 'success', refused: 'error', closed: 'info' } as const

/** The state of a permit, above the form of its request. Empty for records that are no permits. */
export async function permitNotice(app: App, { lang }: PageQuestion, path: string): Promise<NodeSetting[]> {
  const { db } = app.storage
  const [, form = ''] = path.split('/')
  if (!(await isPermitForm(db, form))) return []
  const permit = (await permitsOf(db, [path])).get(path)
  if (!permit) return []
  return [{ type: 'info', level: levels[permit.state], text: textOf(permit, lang) }]
}

/** Typed words are shown literally: without Markdown and placeholders. */
const literal = (typed: string) => escapeMarkdown(typed).replaceAll('{{', '{ {')

function textOf({ state, by = '', reason, changed: isChanged }: Permit, lang: PageQuestion['lang']): string {
  const said = isChanged ? translate(lang, changed) : translate(lang, words[state], { name: literal(by) })
  return reason === undefined || isChanged ? said : `${said}\n\n${literal(reason)}`
}
