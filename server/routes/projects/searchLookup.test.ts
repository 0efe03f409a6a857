import { describe, expect, it } from 'vitest'
import { checkSettings } from '../../../contract/forms/checkSettings.ts'
import type { LookupItem, PageData } from '../../../contract/endpoints/pages.ts'
import { manager, onEachServer, outsider, tower, worker } from '../../../tests/harness/testServer.ts'
import { publishForm } from '../../domain/forms/publishForm.ts'

interface Found {
  ui?: { children: Record<string, unknown>[] }
  model?: Record<string, unknown>
}
interface List {
  items: LookupItem[]
}

onEachServer((server) => {
  describe('the lists of the project of a form', () => {
    const find = async (who: string, text: string, list = 'vendors') =>
      (await (await server.person(who)).ask<Found>('POST', `/api/forms/manpower/search/${list}`, { company: text })).body

    it('FE-142 RV-118 RV-298 a search answers with the form to draw: one match as its fields, several as a choice', async () => {
      const { items } = (await (await server.person(worker)).get<List>('/api/forms/manpower/options/vendors')).body
      const [vendor] = items
      const one = await find(worker, vendor?.label.toUpperCase() ?? '')
      expect(one.model).toMatchObject({ id: vendor?.id, label: vendor?.label, trade: vendor?.attributes?.['trade'] })
      expect(one.ui?.children).toContainEqual({ type: 'text', attribute: 'trade', label: 'Trade', readOnly: true })
      // Several companies have a name with this letter: the person chooses.
      const several = await find(worker, 'S')
      const withS = items.filter(({ label }) => /\bs/i.test(label)).map(({ id }) => id)
      expect(withS.length).toBeGreaterThan(1)
      const [choice] = several.ui?.children ?? []
      // This worker reads Portuguese.
      expect(choice).toMatchObject({ type: 'valueenum', attribute: 'id', label: 'Qual?' })
      expect(((choice?.['options'] ?? []) as { value: string }[]).map(({ value }) => value)).toEqual(withS)
      for (const { ui } of [one, several]) expect(checkSettings({ name: 'Found', children: ui?.children })).toMatchObject({ ok: true })
      expect(await find(worker, 'no such company')).toEqual({})
      expect(await find(worker, ' ')).toEqual({})
    })

    it('FE-347 options come from GET, and from POST with the attributes that the body asks for', async () => {
      const device = await server.person(worker)
      const all = (await device.get<List>('/api/forms/manpower/options/vendors')).body.items
      const { body } = await device.ask<List>('POST', '/api/forms/manpower/options/vendors', { trade: 'concrete' })
      expect(body.items).toEqual(all.filter(({ attributes }) => attributes?.['trade'] === 'Concrete'))
      expect(body.items.length).toBeGreaterThan(0)
      expect(body.items.length).toBeLessThan(all.length)
    })

    it('a form gives its lists only to people who may read them', async () => {
      const paths = ['/api/forms/manpower/search/vendors', '/api/forms/manpower/options/vendors']
      for (const path of paths) {
        expect((await (await server.person(outsider)).ask('POST', path, { search: 'a' })).status).toBe(403)
        expect((await server.nobody().ask('POST', path, { search: 'a' })).status).toBe(401)
      }
      expect((await (await server.person(manager)).ask('POST', '/api/forms/no-form/search/vendors', { search: 'a' })).status).toBe(404)
      const search = (lookup: string) => ({
        type: 'search',
        attribute: lookup,
        label: lookup,
        url: `/api/forms/open-search/search/${lookup}`,
      })
      const settings = { name: 'Open', public: true, children: [search('vendors'), search('employees')] }
      expect((await publishForm(server.running.app, { key: 'open-search', team: tower, settings })).ok).toBe(true)
      // The list is searched on the server: the page does not have it.
      const page = await (await server.person(worker)).get<PageData>('/api/forms/open-search.json')
      expect(page.body.lookups ?? {}).toEqual({})
      // A public form opens the list that it names, and no list of people.
      expect((await server.nobody().ask('POST', '/api/forms/open-search/search/vendors', { search: 'a' })).status).toBe(200)
      expect((await server.nobody().ask('POST', '/api/forms/open-search/search/trades', { search: 'a' })).status).toBe(401)
      expect((await server.nobody().ask('POST', '/api/forms/open-search/search/employees', { search: 'a' })).status).toBe(401)
    })
  })
})
