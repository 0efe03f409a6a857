import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { lookupNames, mostInPage } from '../../../contract/endpoints/lists/lists.ts'
import type { LookupItem, PageData } from '../../../contract/endpoints/pages.ts'
import { manager, onEachServer, outsider, tower, worker } from '../../../tests/harness/testServer.ts'
import { publishForm } from '../../domain/forms/publishForm.ts'

type Refusal = { error: { code: string; message: string } }
type List = { items: LookupItem[] } & Refusal
type Site = { id: string; label: string } & Refusal

onEachServer((server) => {
  const address = (lookup: string, search = '') => `/api/lists/${tower}/${lookup}${search}`

  describe('the lists of a project', () => {
    it.each(lookupNames.slice(0, 8))('FE-350 gives %s only to people who work on the project', async (lookup) => {
      const { status, body } = await (await server.person(worker)).get<List>(address(lookup))
      expect(status).toBe(200)
      expect(body.items.length).toBeGreaterThan(1)
      expect(body.items[0]).toMatchObject({ id: expect.any(String), label: expect.any(String) })
      expect((await (await server.person(outsider)).get<List>(address(lookup))).status).toBe(403)
      expect((await server.nobody().get<List>(address(lookup))).status).toBe(401)
    })

    it('says which lists there are when one is asked for that is none', async () => {
      const { status, body } = await (await server.person(worker)).get<List>(address('cranes'))
      expect([status, body.error.code]).toEqual([404, 'NOT_FOUND'])
      expect(body.error.message).toContain('employees, employeeSmsContacts, vendors')
    })

    it('a list too long for a page has an address there, and comes whole from it', async () => {
      const count = mostInPage + 20
      await server.running.app.storage.db.execute(
        sql`insert into lookup_items (team, lookup, id, label)
            select ${tower}, 'longList', 'L' || n, 'Area ' || n from generate_series(1, ${count}) as n`,
      )
      const children = ['longList', 'trades'].map((lookup) => ({ type: 'lookup', attribute: lookup, label: lookup, lookup }))
      const settings = { name: 'Long', public: true, children }
      expect((await publishForm(server.running.app, { key: 'long-list', team: tower, settings })).ok).toBe(true)
      const page = (await server.nobody().get<PageData>('/api/forms/long-list.json')).body
      expect(Object.keys(page.lookups ?? {})).toEqual(['trades'])
      const list = page.lists?.['longList'] ?? ''
      expect((await server.nobody().get<List>(list)).body.items.length).toBe(count)
      // The link gives access to the lists of its form, and to no other list of the project.
      expect((await server.nobody().get<List>(address('vendors', '?form=long-list'))).status).toBe(401)
      expect((await server.nobody().get<List>(address('longList', '?form=manpower'))).status).toBe(401)
    })

    it('a public form opens no list of people to who only has the link', async () => {
      const children = [{ type: 'staff', attribute: 'lead', label: 'Lead' }]
      const published = await publishForm(server.running.app, {
        key: 'lead',
        team: tower,
        settings: { name: 'Lead', public: true, children },
      })
      expect(published.ok).toBe(true)
      expect((await server.nobody().get<PageData>('/api/forms/lead.json')).body.lookups).toEqual({ employees: [] })
      expect((await server.nobody().get<List>(address('employees', '?form=lead'))).status).toBe(401)
      const own = (await (await server.person(worker)).get<PageData>('/api/forms/lead.json')).body
      expect(own.lookups?.['employees']?.[0]?.label).toEqual(expect.any(String))
    })
  })

  describe('a new site', () => {
    const site = { name: 'North Yard', timezone: 'America/New_York', country: 'us' }
    const path = `/api/lists/${tower}/sites`

    it('is made by who manages the project; twice the same is one, and the list has it', async () => {
      const device = await server.person(manager)
      const first = await device.ask<Site>('POST', path, site)
      expect(first.status).toBe(200)
      expect(first.body).toMatchObject({ label: 'North Yard' })
      expect((await device.ask<Site>('POST', path, { ...site, name: ' north  yard ' })).body.id).toBe(first.body.id)
      const { items } = (await device.get<List>(path)).body
      expect(items.filter(({ label }) => label === 'North Yard')).toMatchObject([{ id: first.body.id }])
    })

    it.each([
      [{ ...site, name: ' ' }, 'All Fields Required'],
      [{ ...site, timezone: undefined }, 'All Fields Required'],
      [{ ...site, country: '' }, 'All Fields Required'],
      [{ ...site, timezone: 'Mars/Base' }, 'Choose a timezone from the list.'],
      [{ ...site, country: 'zz' }, 'Choose a country from the list.'],
      [{ ...site, name: 'x'.repeat(101) }, "A site's name has at most 100 characters."],
    ])('CO-314 refuses %j', async (given, message) => {
      const { status, body } = await (await server.person(manager)).ask<Site>('POST', path, given)
      expect([status, body.error.message]).toEqual([400, message])
    })

    it('is refused to everybody else', async () => {
      expect((await (await server.person(worker)).ask<Site>('POST', path, site)).status).toBe(403)
      expect((await (await server.person(outsider)).ask<Site>('POST', path, site)).status).toBe(403)
      expect((await server.nobody().ask<Site>('POST', path, site)).status).toBe(401)
    })
  })

  describe('the page to pick from', () => {
    it('FE-091 RV-068 offers New Site to who may make one', async () => {
      const config = (await (await server.person(manager)).get<PageData>('/api/pick/sites.json')).body.componentConfig
      expect(config?.newForm).toHaveLength(3)
      expect(config?.newFormSave).toMatch(/^\/api\/lists\/\w+\/sites$/)
      const plain = (await (await server.person(worker)).get<PageData>('/api/pick/sites.json')).body.componentConfig
      expect([plain?.newForm, plain?.informational]).toEqual([undefined, true])
    })

    it('takes a pick into a record when it is asked to, and speaks the person’s language', async () => {
      const device = await server.person(worker)
      const query = 'record=forms/manpower/AAAAAAAAAAAAAAAAAAAA&attribute=location&lang=es'
      const { body } = await device.get<PageData>(`/api/pick/locations.json?${query}`)
      expect(body.url).toBe('/api/data/forms/manpower/AAAAAAAAAAAAAAAAAAAA')
      expect(body.componentConfig).toMatchObject({ title: 'ubicación', callback: { attribute: 'location' } })
      expect(
        (await device.get<PageData>('/api/pick/locations.json?record=../x&attribute=a')).body.componentConfig?.callback,
      ).toBeUndefined()
    })
  })
})
