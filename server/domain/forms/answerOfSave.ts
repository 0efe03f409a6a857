import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { ExpressionError } from '../../../contract/forms/expression.ts'
import { stepBudgets, TooComplex, withSteps } from '../../../contract/forms/stepBudgets.ts'
import { parseTemplate, scopeOf } from '../../../contract/forms/template.ts'
import { Model, type Return } from '../../../contract/endpoints/records.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import type { Person } from '../sign-in/person.ts'
import { publishedForm } from './publishedForm.ts'

const RecordRow = z.object({ model: Model })

/** A faulty text is left out: the save is stored, and its author sees the problem in the studio. */
function filled(template: string | undefined, model: Model): string | undefined {
  if (template === undefined) return undefined
  try {
    return withSteps(stepBudgets.text, () => parseTemplate(template).fill(scopeOf(model))) || undefined
  } catch (error) {
    if (error instanceof ExpressionError || error instanceof TooComplex) return undefined
    throw error
  }
}

/**
 * Returns what the form says after a save has arrived (`saved` of its settings), with the values of the stored
 * record: the device shows it, and goes where it says.
 */
export async function answerOfSave(app: App, path: string, person: Person | undefined): Promise<Return> {
  const [area, key = ''] = path.split('/')
  const form = area === 'forms' ? await publishedForm(app, key) : undefined
  if (!form?.settings.saved) return {}
  const [row] = await rows(app.storage.db, RecordRow, sql`select model from records where path = ${path} and not deleted`)
  if (!row) return {}
  const model = { ...row.model, key: path.split('/').at(-1) }
  const { returnUrl, returnUrlDelay, returnMessage, notification } = form.in(person?.lang ?? 'en').saved ?? {}
  const texts = {
    returnUrl: filled(returnUrl, model),
    returnMessage: filled(returnMessage, model),
    notification: filled(notification, model),
  }
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)),
    ...(returnUrlDelay !== undefined && { returnUrlDelay }),
  }
}
