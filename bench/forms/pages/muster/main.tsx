// The product's own engine and fields, as its form screens draw them.
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createRoot } from 'react-dom/client'
import type { FormSettings } from '../../../../contract/settings.ts'
import { createForm, type Form, type FormNode } from '../../../../src/engine/form.ts'
import { FieldTypes } from '../../../../src/fields/FieldTypes.tsx'
import { FormBody } from '../../../../src/fields/FormBody.tsx'
import { fieldId } from '../../../../src/fields/fieldId.ts'
import { rulesOf } from '../../../../src/fields/index.ts'
import { KitProvider } from '../../../../src/ui/KitProvider.tsx'
import { load, publish, root } from '../page.js'

const settings: FormSettings = await load('settings')
i18n.loadAndActivate({ locale: 'en', messages: {} })

// The shell stands before a form is opened in it.
const shell = createRoot(root)
const draw = (form: Form | undefined) =>
  shell.render(
    <I18nProvider i18n={i18n}>
      <KitProvider>
        {form ? (
          <FieldTypes>
            <FormBody form={form} />
          </FieldTypes>
        ) : null}
      </KitProvider>
    </I18nProvider>,
  )
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
  mount() {
    form = createForm({ settings, model: {}, rules: rulesOf })
    draw(form)
  },
  find(name: string) {
    if (byPath.size === 0) index(form.nodes)
    const node = byPath.get(name)
    return node ? document.getElementById(fieldId(form, node)) : null
  },
  validate: () => form.validate(),
  errors: () => document.getElementsByClassName('m-error').length,
})
