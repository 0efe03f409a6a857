import { afterEach, expect, it } from 'vitest'
import type { PageData } from '../../contract/endpoints/pages.ts'
import { openForm } from '../../src/features/forms/openForm.ts'
import { savePrefill } from '../../src/store/drafts/savePrefill.ts'
import { forgetOwner, setOwner } from '../../src/store/identity/getOwner.ts'
import { progressKey } from '../../src/store/media/noteProgress.ts'
import { setStore } from '../../src/store/db/store.ts'
import { Device } from './device.ts'

afterEach(() => {
  setStore(undefined)
  forgetOwner()
})

const data: PageData = {
  component: 'automationForm',
  form: {
    name: 'Induction',
    children: [
      { type: 'text', attribute: 'name', label: 'Name', default: '{{person.name}}' },
      { type: 'text', attribute: 'mobile', label: 'Mobile', default: '{{person.mobile}}' },
    ],
  },
  record: { path: 'forms/induction/:new', rev: 0, model: {} },
  person: { path: 'people/ana', model: { name: 'Ana Foreman', mobile: '+12025550103' } },
} as PageData

it('who is sent to the induction begins with their own name, never with the number or the draft of anybody else', async () => {
  setStore(new Device().start())
  await setOwner('u:ana')
  const open = () => openForm(data, '/api/forms/induction.json', 'flat', false)
  const foreman = await open()
  expect(foreman.form.value('mobile')).toBe('+12025550103')

  savePrefill('induction', { name: 'Bo Chen', mobile: '' })
  const bo = await open()
  expect([bo.form.value('name'), bo.form.value('mobile')]).toEqual(['Bo Chen', ''])
  savePrefill('induction', { name: 'Cy Diaz', mobile: '' })
  const cy = await open()
  expect(cy.form.value('name')).toBe('Cy Diaz')
  // Draft keys: with different ones, no visitor finds the draft of another.
  expect(new Set([foreman, bo, cy].map(({ initHash }) => initHash)).size).toBe(3)

  // A visitor has not watched the video because the previous one did.
  const video = '/media/site-safety.webm'
  expect(progressKey('u:ana', bo.recordPath, video)).not.toBe(progressKey('u:ana', cy.recordPath, video))
  savePrefill('induction', undefined)
  expect(progressKey('u:ana', bo.recordPath, video)).toBe(video)
  expect((await open()).initHash).toBe(foreman.initHash)
})
