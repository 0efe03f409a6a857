// The engine, fields and drafts of the app, used as its form screens do.
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createRoot } from 'react-dom/client'
import type { FormSettings } from '../../../../contract/forms/FormSettings.ts'
import type { Form, FormNode } from '../../../../src/engine/form.ts'
import { initHash } from '../../../../src/engine/initHash.ts'
import { openForm, type Session } from '../../../../src/features/forms/openForm.ts'
import { useDraft } from '../../../../src/features/forms/useDraft.ts'
import { FieldTypes } from '../../../../src/fields/FieldTypes.tsx'
import { FormBody } from '../../../../src/fields/FormBody.tsx'
import { fieldId } from '../../../../src/fields/fieldId.ts'
import { messages } from '../../../../locales/en/first.po'
import { saveDraft } from '../../../../src/store/drafts/saveDraft.ts'
import '../../../../src/ui/look.ts'
import { load, publish, root } from '../page.js'
import * as controls from '../../../../src/ui/controls/controls.module.css'

const settings: FormSettings = await load('settings')
const record = { path: 'forms/bench/6Yb2rXw1PqLm9TzKc4Vd', rev: 1, model: {} }
const data = { component: 'automationForm', form: settings, record }
const address = '/api/forms/bench/6Yb2rXw1PqLm9TzKc4Vd.json'
i18n.loadAndActivate({ locale: 'en', messages })

function Screen({ session }: { readonly session: Session }) {
  useDraft(session, address)
  return (
    <FieldTypes>
      <FormBody form={session.form} />
    </FieldTypes>
  )
}

// The shell is rendered before a form opens in it.
const shell = createRoot(root)
const draw = (session: Session | undefined) =>
  shell.render(<I18nProvider i18n={i18n}>{session ? <Screen session={session} /> : null}</I18nProvider>)
draw(undefined)

let form: Form
const byPath = new Map<string, FormNode>()
const index = (nodes: readonly FormNode[]): void => {
  for (const node of nodes) {
    if (node.path !== undefined) byPath.set(node.path, node)
    index(node.children)
  }
}
publish({
  async mount() {
    const session = await openForm(data, address, 'flat', false)
    form = session.form
    draw(session)
  },
  find(name: string) {
    if (!form) return null
    if (byPath.size === 0) index(form.nodes)
    const node = byPath.get(name)
    return node ? document.getElementById(fieldId(form, node)) : null
  },
  validate: () => form.validate(),
  errors: () => document.getElementsByClassName(controls.error).length,
  /** Stores a draft with every text field filled, as if typed on an earlier visit. */
  async keepDraft() {
    const texts = settings.children.flatMap((group) => ('children' in group ? group.children : [])).filter(({ type }) => type === 'text')
    const body = Object.fromEntries(texts.map((field, at) => [(field as { attribute: string }).attribute, `answer ${at}`]))
    const hash = await initHash({ path: record.path, component: data.component, model: record.model })
    await saveDraft({ path: record.path, initHash: hash, body, blobIds: [], title: 'Bench', address })
  },
})
