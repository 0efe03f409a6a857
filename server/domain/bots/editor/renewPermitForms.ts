import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { NodeSetting } from '../../../../contract/forms/fieldShapes.ts'
import { settingsOf } from '../../../../contract/forms/fieldShapes.ts'
import type { FormSettings } from '../../../../contract/forms/FormSettings.ts'
import { permitClass } from '../../../../contract/endpoints/permits.ts'
import { rows } from '../../../storage/database.ts'
import { fromJson } from '../../../storage/jsonDocument.ts'
import type { App } from '../../app.ts'
import { publishForm } from '../../forms/publishForm.ts'
import { permitText } from './startForm.ts'

const FormRow = z.object({ key: z.string(), team: z.string(), public: z.boolean(), revision: z.number(), settings: z.unknown() })

const textsManagers = (nodes: readonly NodeSetting[]): NodeSetting[] =>
  nodes.map((node) => {
    if (node.type === 'group') return { ...node, children: textsManagers(node.children) }
    const names = node as { saveRpc?: unknown; rpc?: unknown }
    if (settingsOf(node.type)?.isSave !== true || names.saveRpc !== undefined || names.rpc !== undefined) return node
    return { ...node, saveRpc: permitText } as NodeSetting
  })

/**
 * At the start of the server: the forms that an earlier version made for permit bots text the managers, as new ones
 * do. A form that did so once and no longer does was changed by its author, and stays.
 */
export async function renewPermitForms(app: App): Promise<void> {
  const { db } = app.storage
  const forms = await rows(
    db,
    FormRow,
    sql`select f.key, f.team, f.public, f.revision, f.settings from forms f join automations a on a.form = f.key and a.class = ${permitClass} and not a.deleted
        where f.key = ${permitClass} || '-' || lower(a.id) and position(${permitText} in f.settings::text) = 0
          and not exists (select 1 from form_versions v where v.key = f.key and position(${permitText} in v.settings::text) > 0)
        order by f.key limit 1000`,
  )
  for (const { key, team, public: open, revision: base, settings } of forms) {
    const form = fromJson<FormSettings>(settings as FormSettings | string)
    const published = await publishForm(app, {
      key,
      team,
      settings: { ...form, children: textsManagers(form.children) },
      public: open,
      base,
    })
    if (!published.ok) app.log.warn({ form: key }, 'the form of a permit bot could not be renewed')
  }
}
