import { sameDecisionOf } from '../../../contract/endpoints/site/SameRecord.ts'
import { sameOnes } from '../../../contract/rules/crew/possiblySame.ts'
import { describe, expect, it } from 'vitest'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import type { readList } from '../../../contract/endpoints/lists/projectLists.ts'
import type { LookupItem } from '../../../contract/endpoints/pages.ts'
import {
  account,
  type Device,
  foreman,
  manager,
  newId,
  onEachServer,
  outsider,
  otherWorker,
  owner,
  tower,
  worker,
} from '../../../tests/harness/testServer.ts'

type Refusal = { error?: { code: string; message: string } }
type List = AnswerOf<typeof readList>

onEachServer((server) => {
  /** A project that Maria has made with the screens: without a billing account, and without anything from the demo. */
  const newProject = async (mobile: string, more: object = {}) => {
    const device = await server.person(mobile)
    const team = newId()
    const { status } = await device.save(`teams/${team}`, { payload: { name: 'North Yard', owner: device.uid, deleted: false, ...more } })
    expect(status).toBe(200)
    return { device, team }
  }
  const change = (device: Device, team: string, payload: object) => device.save<Refusal>(`teams/${team}`, { payload })
  const list = async (device: Device, team: string, name: string, query = '') =>
    (await device.get<List>(`/api/teams/${team}/lists/${name}${query}`)).body
  const lookup = async (device: Device, team: string, name: string) =>
    (await device.get<{ items: LookupItem[] }>(`/api/lists/${team}/${name}`)).body.items

  describe('the own lists of a project', () => {
    it('that two entries are two people reaches every manager who may decide, and the screen of who is on site', async () => {
      const [boss, other, member] = [await server.person(owner), await server.person(manager), await server.person(worker)]
      const { entries } = await list(boss, tower, 'people')
      const [one, two] = entries.map(({ key, name }) => ({ person: key, name }))
      const id = newId()
      const decision = { stays: one, was: two, isSame: false, at: '2026-06-01T10:00:00.000Z', skewMs: 0 }
      expect((await boss.save(`same/${tower}/${id}`, { payload: decision })).status).toBe(200)
      expect((await list(other, tower, 'people')).same).toContainEqual({ id, decision })
      expect((await list(member, tower, 'people')).same).toBeUndefined()
      expect((await list(other, tower, 'companies')).same).toBeUndefined()
      const onSite = await other.get<{ same: unknown[] }>(`/api/onsite/${tower}`)
      expect(onSite.body.same).toContainEqual({ id, decision })
    })

    it('of a merge in the list and a decision about the same two the newest counts, for everybody who sees who is on site', async () => {
      const { device, team } = await newProject(otherWorker)
      const [stays, was] = [newId(), newId()]
      const people = { [stays]: { name: 'Dora Double' }, [was]: { name: 'D. Double' } }
      expect((await device.save(`teams/${team}`, { payload: { people } }, {}, 'PATCH')).status).toBe(200)
      const decide = async (isSame: boolean, at: number) => {
        const who = { stays: { name: 'Dora Double', person: stays }, was: { name: 'D. Double', person: was } }
        const payload = { ...who, isSame, at: new Date(at).toISOString(), skewMs: 0 }
        expect((await device.save(`same/${team}/${newId()}`, { payload })).status).toBe(200)
      }
      const merged = async () => {
        const { same = [] } = (await device.get<{ same?: { id: string; decision: unknown }[] }>(`/api/onsite/${team}`)).body
        return sameOnes(same.flatMap(({ id, decision }) => sameDecisionOf(id, decision) ?? [])).length
      }
      const now = Date.now()
      await decide(false, now - 60_000)
      expect(await merged()).toBe(0)
      const merge = { [was]: { mergedInto: stays, mergedAt: new Date(now - 50_000).toISOString() } }
      expect((await device.save(`teams/${team}`, { payload: { people: merge } }, {}, 'PATCH')).status).toBe(200)
      expect(await merged()).toBe(1)
      // A decision from before the merge that arrives late.
      await decide(false, now - 55_000)
      expect(await merged()).toBe(1)
      await decide(false, now - 40_000)
      expect(await merged()).toBe(0)
    })

    it('FE-350 FE-351 offer its people to forms; those with a number are contacts, and no other list has their number', async () => {
      const { device, team } = await newProject(otherWorker)
      const [ana, bo] = [newId(), newId()]
      const saved = await change(device, team, {
        people: { [ana]: { name: ' Ana  Ruiz ', number: '17', mobile: '(202) 555-0142', company: 'Keystone' }, [bo]: { name: 'Bo Lind' } },
      })
      expect(saved.status).toBe(200)
      expect(await lookup(device, team, 'employees')).toEqual([
        { id: ana, label: 'Ana Ruiz', attributes: { number: '17', company: 'Keystone' } },
        { id: bo, label: 'Bo Lind' },
      ])
      expect(await lookup(device, team, 'employeeSmsContacts')).toEqual([
        { id: ana, label: 'Ana Ruiz', attributes: { number: '17', company: 'Keystone', mobile: '+12025550142' } },
      ])
      await change(device, team, { people: { [ana]: { disabled: true }, [bo]: null } })
      expect(await lookup(device, team, 'employees')).toEqual([])
      expect(await list(device, team, 'people')).toMatchObject({
        total: 1,
        mayEdit: true,
        entries: [{ key: ana, name: 'Ana Ruiz', disabled: true, source: 'own', values: { mobile: '+12025550142' } }],
      })
    })

    it('FE-351 FE-353 offer its contacts without numbers to workers, who choose them by name', async () => {
      const [boss, helper] = await Promise.all([server.person(manager), server.person(worker)])
      const [ana, firm] = [newId(), newId()]
      const saved = await change(boss, tower, {
        people: { [ana]: { name: 'Ana Ruiz', mobile: '(202) 555-0142' } },
        companies: { [firm]: { name: 'Keystone North', contact: 'Lee Park', mobile: '+12025550155' } },
      })
      expect(saved.status).toBe(200)
      for (const [name, id, label] of [
        ['employeeSmsContacts', ana, 'Ana Ruiz'],
        ['vendorSmsContacts', firm, 'Lee Park'],
      ] as const) {
        const [seen, shown] = await Promise.all([lookup(helper, tower, name), lookup(boss, tower, name)])
        expect(seen.find((item) => item.id === id)?.label).toBe(label)
        expect(seen.map((item) => item.id)).toEqual(shown.map((item) => item.id))
        expect(JSON.stringify(seen)).not.toContain('+1')
        expect(JSON.stringify(shown)).toContain('+1')
      }
    })

    it('FE-353 FE-356 offer its companies with their contacts, its locations and its equipment', async () => {
      const { device, team } = await newProject(otherWorker)
      const [firm, place, crane] = [newId(), newId(), newId()]
      await change(device, team, {
        companies: { [firm]: { name: 'Keystone', contact: 'Lee Park', mobile: '+12025550155', trade: 'Concrete', cost_code: '03-100' } },
        locations: { [place]: { name: 'Level 2' } },
        equipment: { [crane]: { name: 'Tower crane', serial: 'TC-9' } },
      })
      expect(await lookup(device, team, 'vendors')).toEqual([
        { id: firm, label: 'Keystone', attributes: { trade: 'Concrete', cost_code: '03-100' } },
      ])
      expect(await lookup(device, team, 'vendorSmsContacts')).toEqual([
        {
          id: firm,
          label: 'Lee Park',
          attributes: { vendor: 'Keystone', mobile: '+12025550155', trade: 'Concrete', cost_code: '03-100' },
        },
      ])
      expect((await lookup(device, team, 'locations')).map(({ label }) => label)).toEqual(['Level 2'])
      expect((await lookup(device, team, 'equipment')).map(({ label }) => label)).toEqual(['Tower crane'])
    })

    it('FE-197 offer the days off that the project observes, its own and those of its account', async () => {
      const { device, team } = await newProject(owner, { billingAccount: account })
      const [own, ofAccount, ignored] = [newId(), newId(), newId()]
      await device.save(`billing/${account}`, {
        payload: {
          holidayCalendar: {
            [ofAccount]: { date: '2099-12-25', label: 'Christmas' },
            [ignored]: { date: '2099-11-26', label: 'Thanksgiving' },
          },
        },
      })
      await change(device, team, {
        holidayCalendar: { [own]: { date: '2099-12-28', dateEnd: '2099-12-30', label: 'Shutdown' }, [ignored]: { active: false } },
      })
      await change(device, team, { holidayCalendar: { [newId()]: { date: '2001-01-01', label: 'Long ago' } } })
      expect(await lookup(device, team, 'holidays')).toEqual([
        { id: ofAccount, label: 'Christmas', attributes: { date: '2099-12-25', dateEnd: '2099-12-25' } },
        { id: own, label: 'Shutdown', attributes: { date: '2099-12-28', dateEnd: '2099-12-30' } },
      ])
    })

    it('tell My Tasks the days off and the time zone of a form that is due', async () => {
      const boss = await server.person(manager)
      await change(boss, tower, { holidayCalendar: { [newId()]: { date: '2099-07-03', dateEnd: '2099-07-05', label: 'Shutdown' } } })
      const { body } = await boss.get<{
        componentConfig: { items: { form?: string; due?: object; zone?: string; daysOff?: string[][] }[] }
      }>(`/api/tasks/${boss.uid}.json?team=${tower}`)
      const due = body.componentConfig.items.filter(({ due }) => due !== undefined)
      expect(due.length).toBeGreaterThan(0)
      for (const { zone, daysOff } of due) {
        expect(zone).toBe('America/New_York')
        expect(daysOff).toContainEqual(['2099-07-03', '2099-07-05'])
      }
    })

    it.each([
      [{ name: ' ' }, 'Name required'],
      [{ name: 'x'.repeat(201) }, 'Use at most 200 characters.'],
      [{ name: 'Cy', email: 'cy at example.com' }, 'Enter an e-mail address like name@example.com.'],
      [{ name: 'Cy', mobile: 'none' }, 'Enter a mobile number with 10 digits, or with + and its country code.'],
      [{ name: 'Cy', number: '17' }, 'Ana already has 17. Merge the two, or change one.'],
    ])('refuse %j with words, and keep nothing of it', async (entry, message) => {
      const { device, team } = await newProject(otherWorker)
      await change(device, team, { people: { [newId()]: { name: 'Ana', number: '17' } } })
      const { status, body } = await change(device, team, { people: { [newId()]: entry } })
      expect([status, body.error?.message]).toEqual([400, message])
      expect((await list(device, team, 'people')).entries.map(({ name }) => name)).toEqual(['Ana'])
    })

    it('are changed by managers of the project, read without numbers by its members, and closed to workers and other companies', async () => {
      const [boss, member] = [await server.person(manager), await server.person(foreman)]
      const key = newId()
      expect((await change(boss, tower, { people: { [key]: { name: 'Zed Zane', mobile: '2025550160' } } })).status).toBe(200)
      expect((await list(boss, tower, 'people', '?search=zed')).entries).toMatchObject([{ key, values: { mobile: '+12025550160' } }])
      expect(await list(member, tower, 'people', '?search=ZED')).toMatchObject({ mayEdit: false, total: 1, entries: [{ key, values: {} }] })
      expect((await change(member, tower, { people: { [newId()]: { name: 'No' } } })).status).toBe(403)
      for (const mobile of [worker, outsider]) {
        const stranger = await server.person(mobile)
        expect((await stranger.get(`/api/teams/${tower}/lists/people`)).status).toBe(404)
        expect((await stranger.get(`/api/teams/${tower}/lists/people/entries`)).status).toBe(404)
        expect((await stranger.ask('POST', `/api/teams/${tower}/lists/people/refresh`)).status).toBe(404)
        expect((await change(stranger, tower, { people: { [key]: { name: 'Mine' } } })).status).toBe(404)
      }
      expect((await server.nobody().get(`/api/teams/${tower}/lists/people`)).status).toBe(401)
    })
  })

  describe('two entries of a list', () => {
    it('become one: the other stays with what both know, and what names the duplicate follows it', async () => {
      const { device, team } = await newProject(otherWorker)
      const [good, twin, ana, twice] = [newId(), newId(), newId(), newId()]
      await change(device, team, {
        companies: { [good]: { name: 'Keystone Concrete' }, [twin]: { name: 'Keystone', number: 'V-7' }, [twice]: { name: 'Keystne' } },
        people: { [ana]: { name: 'Ana', company: 'Keystone' } },
      })
      await change(device, team, { companies: { [twice]: { mergedInto: twin } } })
      expect((await change(device, team, { companies: { [twin]: { mergedInto: good } } })).status).toBe(200)
      expect((await list(device, team, 'companies')).entries).toMatchObject([{ key: good, values: { number: 'V-7' } }])
      expect(await lookup(device, team, 'vendors')).toMatchObject([{ id: good }])
      expect((await list(device, team, 'people')).entries).toMatchObject([{ key: ana, values: { company: 'Keystone Concrete' } }])
      const { body } = await change(device, team, { companies: { [good]: { mergedInto: twin } } })
      expect(body.error?.message).toContain('was merged into another one')
      const late = await change(device, team, { companies: { [twin]: { name: 'Keystone Ltd' } } })
      expect([late.status, late.body.error?.message]).toEqual([
        400,
        'Keystone was merged into Keystone Concrete. Change that entry instead.',
      ])
    })
  })

  describe('a connected system', () => {
    it('fills the companies beside the own ones; its entries are disabled here, but not changed', async () => {
      const { device, team } = await newProject(otherWorker, { source: 'construction', sourceProjectReference: 'c1001' })
      const own = newId()
      await change(device, team, { companies: { [own]: { name: 'Own Firm' } } })
      // Nobody presses "Update": the lists are filled once the project is made.
      await server.running.idle()
      const path = `/api/teams/${team}/lists/companies`
      const read = await list(device, team, 'companies')
      expect(read.system).toBe('Procore')
      expect(read.total).toBeGreaterThan(3)
      expect((await list(device, team, 'people')).total).toBeGreaterThan(0)
      expect((await device.ask('POST', `${path}/refresh`)).body).toEqual({ added: 0, changed: 0, removed: 0 })
      const theirs = read.entries.find(({ source }) => source === 'connection')
      if (!theirs) throw new Error('no entry of the system')
      const renamed = await change(device, team, { companies: { [theirs.key]: { name: 'Other' } } })
      expect([renamed.status, renamed.body.error?.message]).toEqual([403, 'This entry comes from the connected system. Change it there.'])
      expect((await change(device, team, { companies: { [theirs.key]: null } })).status).toBe(403)
      expect((await change(device, team, { companies: { [theirs.key]: { disabled: true } } })).status).toBe(200)
      await device.ask('POST', `${path}/refresh`)
      expect((await lookup(device, team, 'vendors')).map(({ id }) => id)).not.toContain(theirs.key)
      expect((await list(device, team, 'companies')).entries.find(({ key }) => key === theirs.key)?.disabled).toBe(true)
    })

    it('makes an own company of the same name one with its own, and gives it back when it is gone there', async () => {
      const { device, team } = await newProject(otherWorker, { source: 'construction', sourceProjectReference: 'c9999' })
      const [own, ana] = [newId(), newId()]
      await change(device, team, {
        companies: { [own]: { name: 'IRONLINE steel erectors' } },
        people: { [ana]: { name: 'Ana', company: 'IRONLINE steel erectors' } },
      })
      const refresh = () => device.ask<Refusal>('POST', `/api/teams/${team}/lists/companies/refresh`)
      const named = async () =>
        (await list(device, team, 'companies', '?search=ironline')).entries.map(({ name, source }) => [name, source])
      await change(device, team, { sourceProjectReference: 'c1001' })
      await server.running.idle()
      expect(await named()).toEqual([['Ironline Steel Erectors', 'connection']])
      expect((await lookup(device, team, 'vendors')).filter(({ label }) => label.toLowerCase() === 'ironline steel erectors')).toHaveLength(
        1,
      )
      expect((await list(device, team, 'people', '?search=ana')).entries.find(({ key }) => key === ana)?.values).toMatchObject({
        company: 'Ironline Steel Erectors',
      })
      // The system does not know the project any more: its answer is empty.
      await change(device, team, { sourceProjectReference: 'c9999' })
      const empty = await refresh()
      expect([empty.status, empty.body.error?.message]).toEqual([
        409,
        'The connected system has no entries for this list, so nothing was changed. Check the project there.',
      ])
      expect(await named()).toEqual([['Ironline Steel Erectors', 'connection']])
      // Another project of the system has other companies.
      await change(device, team, { sourceProjectReference: 'c1003' })
      await server.running.idle()
      expect(await named()).toEqual([['IRONLINE steel erectors', 'own']])
    })
  })
})
