import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { ExpressionError, type Scope } from '../../../contract/forms/expression.ts'
import { settingsOf } from '../../../contract/forms/fieldShapes.ts'
import type { FormSettings } from '../../../contract/forms/FormSettings.ts'
import { shownAnswers } from '../../../contract/forms/shownAnswers.ts'
import { stepBudgets, TooComplex, withSteps } from '../../../contract/forms/stepBudgets.ts'
import { listsOfExpressions } from '../../../contract/forms/lists/listsOfExpressions.ts'
import { parseTemplate, scopeOf } from '../../../contract/forms/template.ts'
import { Model, type Return } from '../../../contract/endpoints/records.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import type { Person } from '../sign-in/person.ts'
import { readLookup } from './pageLookups.ts'
import type { PublishedForm } from './publishedForm.ts'

const RecordRow = z.object({ model: Model })

/** A faulty text is left out: the save is stored, and its author sees the problem in the studio. */
function filled(template: string | undefined, scope: Scope, shown = scope): string | undefined {
  if (template === undefined) return undefined
  try {
    return withSteps(stepBudgets.text, () => parseTemplate(template).fill(scope, shown)) || undefined
  } catch (error) {
    if (error instanceof ExpressionError || error instanceof TooComplex) return undefined
    throw error
  }
}

/** The answers, and the rows of the lists that `lookup()` reads, as on the device. */
export async function scopeWithLists(
  app: App,
  { team }: { readonly team: string },
  { model, lists, person }: { readonly model: Model; readonly lists: readonly string[]; readonly person: Person | undefined },
): Promise<Scope> {
  const answers = scopeOf(model)
  if (lists.length === 0) return answers
  const entries = lists.map(async (lookup) => [`lookup:${lookup}`, await readLookup(app, { team, lookup, person })] as const)
  const held = new Map<string, unknown>(await Promise.all(entries))
  return (name) => held.get(name) ?? answers(name)
}

/** The answers as people read them, for placeholders that name one. */
export function shownScope({ children }: FormSettings, model: Model, scope: Scope): Scope {
  const shown = shownAnswers(children, model, {}, (type) => settingsOf(type)?.names)
  return (name) => shown(name) ?? scope(name)
}

export interface SaveOfForm {
  readonly path: string
  /** The form of the record, if it has one. */
  readonly form: PublishedForm | undefined
  readonly person: Person | undefined
}

/**
 * Returns what the form says after a save has arrived (`saved` of its settings), with the values of the stored
 * record: the device shows it, and goes where it says.
 */
export async function answerOfSave(app: App, { path, form, person }: SaveOfForm): Promise<Return> {
  if (!form?.settings.saved) return {}
  const [row] = await rows(app.storage.db, RecordRow, sql`select model from records where path = ${path} and not deleted`)
  if (!row) return {}
  const model = { ...row.model, key: path.split('/').at(-1) }
  const settings = form.in(person?.lang ?? 'en')
  const { returnUrl, returnUrlDelay, returnMessage, notification } = settings.saved ?? {}
  const lists = listsOfExpressions([returnUrl, returnMessage, notification])
  const scope = await scopeWithLists(app, form, { model, lists, person })
  const shown = shownScope(settings, model, scope)
  const texts = {
    returnUrl: filled(returnUrl, scope),
    returnMessage: filled(returnMessage, scope, shown),
    notification: filled(notification, scope, shown),
  }
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)),
    ...(returnUrlDelay !== undefined && { returnUrlDelay }),
  }
}
