import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import { drawPage } from '../../../tests/harness/page.tsx'
import { pageHost } from '../../../tests/harness/drawForm.tsx'
import { getStore } from '../../store/db/store.ts'
import { RecordsScreen } from './RecordsScreen.tsx'

it('RV-185 marks a document that breaks a rule of its library, and says which answers do', async () => {
  const record = (key: string, nonConforming?: unknown) => ({
    path: `forms/permit/${key}`,
    rev: 1,
    createdAt: '2026-03-14T09:00:00.000Z',
    title: `Permit ${key}`,
    model: { fields: {}, ...(nonConforming !== undefined && { nonConforming }) },
  })
  const data: PageData = {
    component: 'records',
    form: { name: 'Permit', pdf: { source: '/permit.pdf', fieldTooltips: { watch: 'Fire watch' } }, children: [] },
    componentConfig: { items: [record('A'), record('B', ['Gas test', 'watch', 7]), record('C', []), record('D', 'watch')] },
  }
  const host = pageHost({ saves: [], cancels: [], actions: [], addresses: [] })
  const page = await drawPage(<RecordsScreen data={data} host={host} address="/api/arrived/permit.json" owner="u:boss" />)
  const cards = [...document.querySelectorAll('[data-record]')]
  expect(cards.map((card) => page.text(card.querySelector('summary')).includes('Non-conforming'))).toEqual([false, true, false, false])
  const details = cards[1]?.querySelector('details')
  if (!details) throw new Error('no card')
  details.open = true
  details.dispatchEvent(new Event('toggle'))
  await page.until(() => page.text(details).includes('Does not conform: Gas test, Fire watch'))
  await page.remove()
})

it('RV-185 marks an answer of a form that is such a document, in a group and in a list too', async () => {
  const file = { id: 'f'.repeat(20), filename: 'permit.pdf', url: '/media/permit.pdf', type: 'application/pdf' }
  const permit = {
    type: 'pdf',
    attribute: 'permit',
    label: 'Permit',
    source: '/permit.pdf',
    form: { fieldTooltips: { gas: 'Gas test' } },
  } as const
  const record = (key: string, model: Record<string, unknown>) => ({
    path: `forms/day/${key}`,
    rev: 1,
    createdAt: '2026-03-14T09:00:00.000Z',
    title: `Day ${key}`,
    model,
  })
  const data: PageData = {
    component: 'records',
    form: {
      name: 'Day',
      children: [
        { type: 'group', label: 'Morning', children: [permit] },
        { type: 'subForm', attribute: 'lifts', label: 'Lifts', subform: [permit] },
      ],
    },
    componentConfig: {
      items: [
        record('A', { permit: { pdf: [file] } }),
        record('B', { permit: { pdf: [file], nonConforming: ['gas'] } }),
        record('C', { lifts: [{ permit: { pdf: [file] } }, { permit: { pdf: [file], nonConforming: ['Sling'] } }] }),
      ],
    },
  }
  const host = pageHost({ saves: [], cancels: [], actions: [], addresses: [] })
  const page = await drawPage(<RecordsScreen data={data} host={host} address="/api/arrived/day.json" owner="u:boss" />)
  const cards = [...document.querySelectorAll('[data-record]')]
  expect(cards.map((card) => page.text(card.querySelector('summary')).includes('Non-conforming'))).toEqual([false, true, true])
  for (const [at, name] of [
    [1, 'Gas test'],
    [2, 'Sling'],
  ] as const) {
    const details = cards[at]?.querySelector('details')
    if (!details) throw new Error('no card')
    details.open = true
    details.dispatchEvent(new Event('toggle'))
    await page.until(() => page.text(details).includes(`Does not conform: ${name}`))
  }
  await page.remove()
})

it('FE-294 shows the verdict on the text of a photo', async () => {
  const photo = (name: string, valid?: boolean | null) => ({
    id: name.padEnd(20, 'x'),
    filename: `${name}.jpg`,
    type: 'image/jpeg',
    url: `/api/files/${name}`,
    ...(valid !== undefined && { valid }),
  })
  const photos = [photo('good', true), photo('bad', false), photo('dark', null), photo('new')]
  const record = { path: 'forms/permit/A', rev: 1, createdAt: '2026-03-14T09:00:00.000Z', title: 'Permit A', model: { photos } }
  const data: PageData = {
    component: 'records',
    form: { name: 'Permit', children: [{ type: 'attachments', attribute: 'photos', label: 'Photos' }] },
    componentConfig: { items: [record] },
  }
  const host = pageHost({ saves: [], cancels: [], actions: [], addresses: [] })
  const page = await drawPage(<RecordsScreen data={data} host={host} address="/api/arrived/permit.json" owner="u:boss" />)
  const details = document.querySelector('[data-record] details') as HTMLDetailsElement
  details.open = true
  details.dispatchEvent(new Event('toggle'))
  const shown = () => [...details.querySelectorAll('dd li')].map((item) => page.text(item))
  await page.until(() => shown().length === 4)
  expect(shown()).toEqual(['Valid', 'Not valid', '', ''])
  await page.remove()
})

it('offers the next part where the first one has nothing to show', async () => {
  const draw = async (next: { next?: string }) => {
    const data: PageData = {
      component: 'records',
      form: { name: 'Permit', children: [] },
      componentConfig: { items: [], ...next } as never,
    }
    const host = pageHost({ saves: [], cancels: [], actions: [], addresses: [] })
    const page = await drawPage(<RecordsScreen data={data} host={host} address="/api/arrived/permit.json" owner="u:boss" />)
    const said = page.text()
    await page.remove()
    return said
  }
  expect(await draw({})).toContain('Nothing has arrived yet')
  expect(await draw({ next: 'c' })).not.toContain('Nothing has arrived yet')
  expect(await draw({ next: 'c' })).toContain('Load more')
})

it('a manager refuses a request for a permit with a reason, which waits on this device', async () => {
  const path = `forms/permits/${'p'.repeat(20)}`
  const data: PageData = {
    component: 'records',
    form: { name: 'Permits', children: [{ type: 'text', attribute: 'work', label: 'Work' }] },
    componentConfig: {
      items: [
        {
          path,
          rev: 3,
          createdAt: '2026-03-14T09:00:00.000Z',
          title: 'Hot work',
          model: { work: 'Weld' },
          permit: { state: 'approved', by: 'Grace Okafor', at: '2026-03-14T10:00:00.000Z' },
        },
      ],
    },
  }
  const host = pageHost({ saves: [], cancels: [], actions: [], addresses: [] })
  const page = await drawPage(<RecordsScreen data={data} host={host} address="/api/arrived/permits.json" owner="u:boss" />)
  const card = document.querySelector('[data-record]') as HTMLElement
  await page.until(() => page.text(card).includes('Approved'))
  const details = card.querySelector('details') as HTMLDetailsElement
  details.open = true
  details.dispatchEvent(new Event('toggle'))
  await page.until(() => page.text(details).includes('Last step: Grace Okafor'))
  const button = (name: string) => [...details.querySelectorAll('button')].find((one) => page.text(one) === name) as HTMLButtonElement
  expect(button('Approve')).toBeUndefined()
  await page.press(button('Refuse'))
  expect(button('Refuse').disabled).toBe(true)
  await page.type(details.querySelector('input') as HTMLInputElement, 'Wind')
  await page.press(button('Refuse'))
  await page.until(() => page.text(card).includes('Refused'))
  expect(await getStore().db.outbox.toArray()).toMatchObject([
    { kind: 'POST /api/permits/*', body: { step: 'refuse', rev: 3, reason: 'Wind' } },
  ])
  await page.remove()
})
