import type { FieldSetting, NodeSetting } from '../../contract/forms/fieldShapes.ts'
import type { Model } from '../../contract/endpoints/records.ts'
import { createForm, type Form } from '../../src/engine/form.ts'
import type { ActionContext, PageHost } from '../../src/engine/PageHost.ts'
import type { Lookups } from '../../src/engine/FieldRules.ts'
import { FieldTypes } from '../../src/fields/FieldTypes.tsx'
import { FormBody } from '../../src/fields/FormBody.tsx'
import { type FormHost, FormHostContext } from '../../src/fields/useFormHost.ts'
import { bringTypes, rulesOf } from '../../src/fields/index.ts'
import { type DrawnPage, drawPage } from './page.tsx'

export interface Told {
  readonly saves: (FieldSetting<'save'> | undefined)[]
  readonly cancels: (string | undefined)[]
  readonly actions: unknown[]
  readonly addresses: string[]
}

export function pageHost(told: Told, run: (context: ActionContext) => Promise<void> = () => Promise.resolve()): PageHost {
  return {
    embedded: false,
    busy: () => () => undefined,
    finish: () => undefined,
    fail: () => undefined,
    reload: () => undefined,
    dirty: () => undefined,
    run: (action, context) => {
      told.actions.push(action)
      return run(context)
    },
    navigate: (url) => void told.addresses.push(url),
  }
}

interface Options {
  readonly model?: Model
  readonly lookups?: Lookups
  readonly readOnly?: boolean
  readonly pagePath?: string
  /** Action that a button runs. */
  readonly run?: (context: ActionContext) => Promise<void>
  readonly host?: Partial<FormHost>
}

/** Renders settings with every field type, like a form screen, but without a record store. */
export async function drawForm(
  children: readonly NodeSetting[],
  { model = {}, lookups, readOnly, run, pagePath = 'forms/test/:new', host = {} }: Options = {},
): Promise<DrawnPage & { readonly form: Form; readonly told: Told }> {
  const told: Told = { saves: [], cancels: [], actions: [], addresses: [] }
  await bringTypes(children)
  const form = createForm({ settings: { name: 'Test', children: [...children] }, model, lookups, readOnly, rules: rulesOf })
  const formHost: FormHost = {
    page: pageHost(told, run),
    owner: 'u:test',
    recordPath: 'forms/test/A1',
    pagePath,
    initHash: 'hash',
    draftId: 'A1',
    save: (setting) => {
      told.saves.push(setting)
      return Promise.resolve()
    },
    cancel: (prompt) => {
      told.cancels.push(prompt)
      return Promise.resolve()
    },
    compact: false,
    ...host,
  }
  const page = await drawPage(
    <FieldTypes>
      <FormHostContext value={formHost}>
        <FormBody form={form} />
      </FormHostContext>
    </FieldTypes>,
  )
  return { ...page, form, told }
}
