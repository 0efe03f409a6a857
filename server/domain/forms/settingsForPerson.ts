import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type NodeSetting, settingsOf } from '../../../contract/forms/fieldShapes.ts'
import type { FormSettings } from '../../../contract/forms/FormSettings.ts'
import { Model } from '../../../contract/endpoints/records.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import type { Person } from '../sign-in/person.ts'

/** The newest records of a person that count. */
const mostRecords = 20

const AnswersRow = z.object({ model: Model })

const isModel = (value: unknown): value is Model => typeof value === 'object' && value !== null && !Array.isArray(value)
const at = (model: Model, attribute: string): unknown =>
  attribute.split('.').reduce<unknown>((part, name) => (isModel(part) ? part[name] : undefined), model)

/** An execution form stores its answers one level deeper (decision OQ-022). */
const answerIn = (model: Model, attribute: string) =>
  at(model, attribute) ?? (isModel(model['model']) ? at(model['model'], attribute) : undefined)

const asksAnswers = (nodes: readonly NodeSetting[]): boolean =>
  nodes.some((node) => (node.type === 'group' ? asksAnswers(node.children) : settingsOf(node.type)?.ofPerson !== undefined))

/**
 * Returns the form with the options that depend on what this person answered in its other records, for example
 * how much of a video they watched on another device. Answers that someone gave for another person do not count,
 * and a kiosk, which many people use, has none of its own.
 */
export async function settingsForPerson(app: App, settings: FormSettings, key: string, person: Person | undefined): Promise<FormSettings> {
  if (!person || person.kiosk || !asksAnswers(settings.children)) return settings
  const { uid } = person
  const found = await rows(
    app.storage.db,
    AnswersRow,
    sql`select model from records
        where parent = ${`forms/${key}`} and created_by = ${uid} and not deleted
          and coalesce(model #>> '{attendance,person}', created_by) = ${uid}
        order by n desc limit ${mostRecords}`,
  )
  if (found.length === 0) return settings
  const nodeFor = (node: NodeSetting): NodeSetting => {
    if (node.type === 'group') return { ...node, children: node.children.map(nodeFor) }
    const ofPerson = settingsOf(node.type)?.ofPerson
    if (!ofPerson || !('attribute' in node) || node.attribute === undefined) return node
    const { attribute } = node
    return ofPerson(
      node as never,
      found.map(({ model }) => answerIn(model, attribute)).filter((answer) => answer !== undefined),
    ) as NodeSetting
  }
  return { ...settings, children: settings.children.map(nodeFor) }
}
