import 'fake-indexeddb/auto'
import { expect, it, vi } from 'vitest'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import { pageHost } from '../../../tests/harness/drawForm.tsx'
import { drawPage } from '../../../tests/harness/page.tsx'
import { FormScreen } from './FormScreen.tsx'

vi.mock('../../../contract/forms/functions/allFunctions.ts', () => {
  throw new Error('no connection')
})

it('shows an error and a Try again button in a form if its functions can not be loaded', async () => {
  const data: PageData = {
    component: 'automationForm',
    form: {
      name: 'Shift',
      children: [
        { type: 'time', attribute: 'start', label: 'Start' },
        { type: 'calculated', attribute: 'end', label: 'End', value: 'addMinutes(start, 90)' },
      ],
    },
    record: { path: 'forms/shift/:new', rev: 0, model: {} },
  }
  const host = pageHost({ saves: [], cancels: [], actions: [], addresses: [] })
  const page = await drawPage(<FormScreen data={data} host={host} address="/api/forms/shift.json" owner="u:a" shape="flat" layout="page" />)
  await page.until(() => page.text().includes('A part of this form could not be loaded.'))
  expect(page.hasButton('Try again')).toBe(true)
  expect(page.text()).not.toContain('Tell the person who made it')
  await page.remove()
})
