import { expect, it } from 'vitest'
import type { FormSettings } from './FormSettings.ts'
import { lintSettings } from './lintSettings.ts'
import { readableTexts } from './translateSettings.ts'

const form: FormSettings = {
  name: 'Gate',
  children: [
    { type: 'notices', notices: [{ level: 'info', message: 'Wear a hard hat' }] },
    { type: 'staffSmsContact', attribute: 'crew', roles: ['Rigger', { name: 'Fitter', value: 'f' }] },
    {
      type: 'video',
      attribute: 'film',
      uri: [{ link: '/media/gate.mp4', title: 'The gate' }],
      next: { message: 'reload', prompt: 'Go on?' },
    },
    { type: 'pdf', attribute: 'rules', source: '/media/rules.pdf', form: { submitLabel: 'Sign here', fieldTooltips: { a: 'Your name' } } },
    { type: 'preflight', attribute: 'checks', checks: [{ name: 'Brakes', description: 'Both of them' }] },
  ],
}

it('the studio and the translations know the same texts, also those that only one type has', () => {
  expect(readableTexts(form).map(({ path, text }) => `${path.join('.')}: ${text}`)).toEqual([
    'name: Gate',
    'children.0.notices.0.message: Wear a hard hat',
    'children.1.roles.0: Rigger',
    'children.1.roles.1.name: Fitter',
    'children.2.uri.0.title: The gate',
    'children.2.next.prompt: Go on?',
    'children.3.form.submitLabel: Sign here',
    'children.3.form.fieldTooltips.a: Your name',
    'children.4.checks.0.name: Brakes',
    'children.4.checks.0.description: Both of them',
  ])
  const hints = lintSettings({ ...form, translations: { es: { Gate: 'Puerta' } } })
  expect(hints.map(({ place }) => place)).toContain('children[1].roles[0]')
})
