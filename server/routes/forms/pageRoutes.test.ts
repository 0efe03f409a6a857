import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { mostInPage } from '../../../contract/endpoints/lists/lists.ts'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import { foreman, manager, newId, onEachServer, otherWorker, outsider, tower, worker } from '../../../tests/harness/testServer.ts'
import { publishForm } from '../../domain/forms/publishForm.ts'

type Refusal = { error: { code: string; message: string } }
type Page = PageData & Refusal
interface Task {
  title: string
  subtitle: string
  url: string
  icon: string
  sent?: { path: string; at: string }[]
}

onEachServer((server) => {
  describe('the page of a form', () => {
    it('opens a public form for people with the link, with its lists but without the names of people', async () => {
      const { status, body } = await server.nobody().get<Page>('/api/forms/hazard-report.json?lang=en')
      expect(status).toBe(200)
      expect(body).toMatchObject({ component: 'automationForm', record: { path: 'forms/hazard-report/:new', rev: 0, model: {} } })
      expect(body.form?.name).toBe('Hazard Report')
      expect(Object.keys(body.lookups ?? {}).sort()).toEqual(['locations', 'sites', 'vendors'])
      expect(body.lookups?.['vendors']?.length).toBeGreaterThanOrEqual(12)
      expect(body.auth).toBeUndefined()
      const published = await publishForm(server.running.app, {
        key: 'gate-list',
        team: tower,
        settings: {
          name: 'Gate',
          public: true,
          children: [{ type: 'enum', attribute: 'who', label: 'Who', lookup: 'employees', other: true }],
        },
      })
      expect(published.ok).toBe(true)
      expect((await server.nobody().get<Page>('/api/forms/gate-list.json')).body.lookups).toEqual({ employees: [] })
      expect((await (await server.person(outsider)).get<Page>('/api/forms/gate-list.json')).body.lookups).toEqual({ employees: [] })
      expect(
        (await (await server.person(worker)).get<Page>('/api/forms/gate-list.json')).body.lookups?.['employees']?.length,
      ).toBeGreaterThan(300)
    })

    it('FE-332 FE-350 FE-351 FE-352 FE-353 FE-354 FE-355 FE-356 answers with everything that a screen needs, named lists included', async () => {
      const names = ['employees', 'employeeSmsContacts', 'vendors', 'vendorSmsContacts', 'trades', 'costCodes', 'locations']
      const children = names.map((lookup) => ({ type: 'enum', attribute: lookup, label: lookup, lookup }))
      await publishForm(server.running.app, { key: 'all-lists', team: tower, settings: { name: 'All lists', children } })
      const device = await server.person(worker)
      const { body } = await device.get<Page>('/api/forms/all-lists.json?date=2026-01-02&lang=en')
      expect(Object.keys(body)).toEqual(expect.arrayContaining(['component', 'componentConfig', 'person', 'lookups', 'auth']))
      expect(body.auth).toEqual({ uid: device.uid, name: 'Joao Pereira', tasks: `/frontend/tasks/${device.uid}` })
      expect(Object.keys(body.lookups ?? {}).sort()).toEqual([...names].sort())
      for (const name of names) expect(body.lookups?.[name]?.[0]).toMatchObject({ id: expect.any(String), label: expect.any(String) })
      expect(body.lookups?.['vendors']?.[0]?.attributes).toMatchObject({ trade: 'Concrete', cost_code: '03-3000' })
    })

    it('FE-074 opens the record of the day in the address, and a new one that keeps its day', async () => {
      const children = [{ type: 'group', datePicker: true, label: 'Day', children: [{ type: 'text', attribute: 'crew', label: 'Crew' }] }]
      await publishForm(server.running.app, { key: 'by-day', team: tower, settings: { name: 'By day', children } })
      const [device, other] = [await server.person(worker), await server.person(otherWorker)]
      const opened = async (who: typeof device, date: string) =>
        (await who.get<Page>(`/api/forms/by-day.json?date=${date}&lang=en`)).body.record
      expect(await opened(device, '2026-03-04')).toEqual({ path: 'forms/by-day/:new', rev: 0, model: { date: '2026-03-04' } })
      const path = `forms/by-day/${newId()}`
      expect((await device.save(path, { payload: { date: '2026-03-04', crew: 'North' } })).status).toBe(200)
      expect(await opened(device, '2026-03-04')).toMatchObject({ path, model: { crew: 'North' } })
      expect(await opened(device, '2026-03-05')).toMatchObject({ path: 'forms/by-day/:new' })
      expect(await opened(other, '2026-03-04')).toMatchObject({ path: 'forms/by-day/:new' })
      expect(await opened(device, '2026-13-41')).toEqual({ path: 'forms/by-day/:new', rev: 0, model: {} })
      expect((await device.get<Page>('/api/forms/by-day.json')).body.record?.path).toBe('forms/by-day/:new')
    })

    it('FE-177 FE-237 FE-046 sends the settings of a form to its page: refresh, spacing, My Tasks bar', async () => {
      const settings = {
        name: 'Board',
        refreshInterval: 5000,
        compact: true,
        hideMyTasks: true,
        children: [{ type: 'text', attribute: 'a', label: 'A' }],
      }
      expect(await publishForm(server.running.app, { key: 'board', team: tower, settings })).toMatchObject({ ok: true })
      const { body } = await (await server.person(worker)).get<Page>('/api/forms/board.json')
      expect(body.componentConfig).toMatchObject({ refreshInterval: 5000, compact: true, hideMyTasks: true })
      const wrong = await publishForm(server.running.app, { key: 'board', team: tower, settings: { ...settings, refreshInterval: 10 } })
      expect(wrong.ok).toBe(false)
    })

    it('FE-181 FE-178 FE-090 RV-067 the page of a list takes its options from the address, and leads managers to the list itself', async () => {
      const boss = await server.person(manager)
      const config = async (who: typeof boss, rest: string) => (await who.get<Page>(`/api/pick/${rest}`)).body.componentConfig
      const record = `record=forms/board/${newId()}&attribute=model.who`
      expect(await config(boss, `employees.json?team=${tower}&${record}&create=true&confirm=true`)).toMatchObject({
        allowCreate: true,
        confirm: true,
        contacts: true,
        allowClear: true,
      })
      expect(await config(boss, `sites.json?team=${tower}&lang=es`)).toMatchObject({ newLabel: 'Sitio nuevo' })
      expect(await config(boss, `vendors.json?team=${tower}&lang=en`)).toMatchObject({
        customAction: { label: 'Edit list', action: `/teams/${tower}/companies` },
      })
      expect((await config(await server.person(worker), `vendors.json?team=${tower}`))?.customAction).toBeUndefined()
    })

    it('FE-178 FE-181 sends the picker settings of a field with its form, and with the page of its list', async () => {
      const own = {
        multiSelect: true,
        allowCreate: true,
        selected: ['all'],
        instructions: 'Who **leads** the crew?',
        items: [{ id: 'late', label: 'Late shift', markdown: '**Late** shift', preventListSelect: true }],
        fixedItems: [{ id: 'all', label: 'Everybody' }],
        customAction: { label: 'Scan badge', action: '/scan' },
        cancelCallback: 'action:cancel',
      }
      const field = { type: 'lookup', attribute: 'who', label: 'Who', lookup: 'trades', store: 'item', ...own }
      const settings = { name: 'Crew', children: [{ type: 'group', children: [field] }], translations: { es: { Everybody: 'Todos' } } }
      expect(await publishForm(server.running.app, { key: 'crew', team: tower, settings })).toMatchObject({ ok: true })
      const device = await server.person(worker)
      const path = `forms/crew/${newId()}`
      expect((await device.get<Page>('/api/forms/crew.json')).body.form?.children[0]).toMatchObject({ children: [field] })
      const picker = async (lang: string) =>
        (await device.get<Page & { url: string }>(`/api/pick/trades.json?team=${tower}&record=${path}&attribute=who&lang=${lang}`)).body
      const { items, ...rest } = own
      const first = await picker('en')
      expect(first).toMatchObject({ url: `/api/data/${path}`, componentConfig: { ...rest, callback: { attribute: 'who', store: 'item' } } })
      expect(first.componentConfig?.ownItems).toEqual(items)
      expect((await picker('es')).componentConfig?.fixedItems).toEqual([{ id: 'all', label: 'Todos' }])
      await device.save(path, { payload: { who: [{ id: 'late', label: 'Late shift' }] } })
      expect((await picker('en')).componentConfig?.selected).toEqual(['late'])
      await device.save(path, {
        payload: {
          who: [
            { id: 'late', label: 'Late shift' },
            { id: 'typed', label: 'Typed', login: '+1' },
          ],
        },
      })
      expect((await picker('en')).componentConfig).toMatchObject({
        selected: ['late', 'typed'],
        ownItems: [...items, { id: 'typed', label: 'Typed', attributes: { login: '+1' } }],
      })
    })

    it('keeps typed entries and those of a list that is too long for the page selected', async () => {
      const field = { type: 'lookup', attribute: 'who', label: 'Who', lookup: 'costCodes', store: 'label', multiSelect: true }
      await publishForm(server.running.app, { key: 'codes', team: tower, settings: { name: 'Codes', children: [field] } })
      const device = await server.person(manager)
      const path = `forms/codes/${newId()}`
      await server.running.app.storage.db.execute(
        sql`insert into lookup_items (team, lookup, id, label)
            select ${tower}, 'costCodes', 'L' || n, 'Code ' || n from generate_series(1, ${mostInPage + 20}) as n`,
      )
      await device.save(path, { payload: { who: ['Code 1019', 'Typed by hand'] } })
      const { body } = await device.get<Page>(`/api/pick/costCodes.json?team=${tower}&record=${path}&attribute=who&lang=en`)
      expect(body.lookups).toEqual({})
      const { selected, ownItems } = body.componentConfig ?? {}
      expect(selected).toEqual(['L1019', 'Typed by hand'])
      expect(ownItems).toEqual([
        { id: 'L1019', label: 'Code 1019' },
        { id: 'Typed by hand', label: 'Typed by hand' },
      ])
    })

    it('FE-026 the page of the prices names the plan chooser, for everyone, in the mode of the payments', async () => {
      const { status, body } = await server.nobody().get<Page>('/api/pricing.json')
      expect([status, body.component, body.componentConfig]).toEqual([200, 'planChooser', { livemode: false }])
      expect((await server.nobody().get('/api/pricing/other.json')).status).toBe(404)
    })

    it('brings the lists that people and firms are edited with, though the form does not name them', async () => {
      const children = [{ type: 'staffSmsContact', attribute: 'staff', lookup: 'employees', availability: true }]
      await publishForm(server.running.app, { key: 'staff-list', team: tower, settings: { name: 'Staff', children } })
      const { body } = await (await server.person(worker)).get<Page>('/api/forms/staff-list.json')
      expect(Object.keys(body.lookups ?? {}).sort()).toEqual(['employees', 'holidays', 'locations', 'vendors'])
    })

    it('asks who is not signed in to sign in, and keeps other projects out', async () => {
      const stranger = await server.nobody().get<Page>('/api/forms/manpower.json')
      expect([stranger.status, stranger.body.error.code]).toEqual([401, 'NOT_AUTHORIZED'])
      const other = await (await server.person(outsider)).get<Page>('/api/forms/manpower.json')
      expect([other.status, other.body.error.code]).toEqual([403, 'FORBIDDEN'])
      const own = await (await server.person(worker)).get<Page>('/api/forms/manpower.json')
      expect(own.body).toMatchObject({ component: 'manpowerCollection', auth: { tasks: expect.stringContaining('/frontend/tasks/') } })
    })

    it('FE-317 speaks the language that is asked for, else the person’s, else the browser’s; an unknown one is English', async () => {
      const name = async (address: string, device = server.nobody(), headers = {}) =>
        (await device.get<Page>(`/api/forms/hazard-report.json${address}`, headers)).body.form?.name
      expect(await name('?lang=pt')).toBe('Relato de perigo')
      expect(await name('', server.nobody(), { 'accept-language': 'es-MX,es;q=0.9,en;q=0.8' })).toBe('Reporte de peligro')
      expect(await name('?lang=xx', server.nobody(), { 'accept-language': 'es' })).toBe('Hazard Report')
      const device = await server.person(foreman)
      expect(await name('', device, { 'accept-language': 'pt' })).toBe('Reporte de peligro')
      await device.save(`people/${device.uid}`, { payload: { lang: 'pt' } }, {}, 'PATCH')
      expect(await name('', device)).toBe('Relato de perigo')
      expect((await device.get<Page>('/api/forms/hazard-report.json')).body.person).toEqual({
        model: { lang: 'pt', name: 'Marisol Vega', mobile: foreman },
        path: `people/${device.uid}`,
      })
      await device.save(`people/${device.uid}`, { payload: { lang: 'es' }, base: { lang: 'pt' } }, { 'if-match': '"1"' }, 'PATCH')
    })

    it('opens a record for who may see it, and locks it for who may not change it', async () => {
      const mine = await server.person(worker)
      const path = `forms/hazard-report/${newId()}`
      await mine.save(path, { payload: { hazard_type: 'slip' }, feed: false })
      const own = await mine.get<Page>(`/api/${path}.json`)
      expect(own.body.record).toEqual({ path, rev: 1, model: { hazard_type: 'slip' } })
      expect(own.body.componentConfig?.readOnly).toBeUndefined()
      expect((await (await server.person(otherWorker)).get<Page>(`/api/${path}.json`)).status).toBe(404)
      expect((await server.nobody().get<Page>(`/api/${path}.json`)).status).toBe(401)
      const seen = await (await server.person(manager)).get<Page>(`/api/${path}.json`)
      expect(seen.body.record?.rev).toBe(1)
      expect((await mine.get<Page>(`/api/forms/hazard-report/${newId()}.json`)).status).toBe(404)
    })

    it('is not sent again while it is the same, and changes its version when the form changes', async () => {
      const settings = { name: 'One', public: true, children: [{ type: 'text', attribute: 'a', label: 'A' }] }
      await publishForm(server.running.app, { key: 'versioned', team: tower, settings })
      const first = await server.nobody().get<Page>('/api/forms/versioned.json')
      const etag = first.headers.get('etag') ?? ''
      expect((await server.nobody().get('/api/forms/versioned.json', { 'if-none-match': etag })).status).toBe(304)
      await publishForm(server.running.app, { key: 'versioned', team: tower, settings: { ...settings, name: 'Two' } })
      const second = await server.nobody().get<Page>('/api/forms/versioned.json', { 'if-none-match': etag })
      expect([second.status, second.body.form?.name]).toEqual([200, 'Two'])
      expect(second.body.formVersion).not.toBe(first.body.formVersion)
    })

    it('takes no form over from another project, and tells every problem of bad settings with its place', async () => {
      const { app } = server.running
      const settings = { name: 'Mine', children: [] }
      expect(await publishForm(app, { key: 'manpower', team: 'somebodyElse', settings })).toMatchObject({ ok: false })
      expect(await publishForm(app, { key: 'Not A Key', team: tower, settings })).toMatchObject({ ok: false })
      const bad = await publishForm(app, {
        key: 'bad',
        team: tower,
        settings: { name: '', children: [{ type: 'txt' }, { type: 'text', attribute: 'a', visible: '1 +' }] },
      })
      expect(bad.ok).toBe(false)
      const places = bad.ok ? [] : bad.problems.map(({ path }) => path)
      expect(places).toContain('name')
      expect(places.some((place) => place.startsWith('children[0]'))).toBe(true)
      expect(places.some((place) => place.startsWith('children[1].visible'))).toBe(true)
      expect((await server.nobody().get('/api/forms/bad.json')).status).toBe(404)
    })
  })

  describe('other pages', () => {
    it('lists a person’s forms in My Tasks, and what has arrived for who reads it', async () => {
      const device = await server.person(worker)
      const { body } = await device.get<Page>(`/api/tasks/${device.uid}.json?lang=en`)
      const tasks = body.componentConfig?.items as Task[]
      expect(body.component).toBe('tasks')
      expect(tasks.find(({ url }) => url === '/frontend/forms/hazard-report')).toMatchObject({
        title: 'Hazard Report',
        subtitle: 'Harbor Point Tower',
        icon: 'alert',
        form: 'hazard-report',
      })
      expect(tasks.some(({ url }) => url.includes('arrived') || url.includes('school'))).toBe(false)
      const boss = await server.person(manager)
      const all = (await boss.get<Page>(`/api/tasks/${boss.uid}.json`)).body.componentConfig?.items as Task[]
      expect(all).toContainEqual({
        title: 'Arrived: Daily Manpower',
        subtitle: 'Harbor Point Tower',
        url: '/frontend/arrived/manpower',
        icon: 'archive',
      })
      expect(all.some(({ url }) => url === '/frontend/forms/school-manpower')).toBe(true)
      // Who runs a site finds the people on it, the roll call and the gate here; a worker does not.
      const site = (items: Task[]) =>
        items.map(({ url }) => url.replace(/[A-Za-z0-9]{20}/, 'T')).filter((url) => /^\/(?:onsite|gate)/.test(url))
      expect(site(tasks)).toEqual([])
      expect(new Set(site(all))).toEqual(
        new Set([expect.stringMatching(/^\/onsite/), '/onsite/T/muster', expect.stringMatching(/^\/gate/)]),
      )
      // A member comes here after the sign-in, too: the way to the console.
      const lead = await server.person(foreman)
      const hers = (await lead.get<Page>(`/api/tasks/${lead.uid}.json?lang=en`)).body.componentConfig?.items as Task[]
      expect(hers).toContainEqual({ title: 'Bot Dashboard', subtitle: 'Harbor Point Tower', url: '/automations', icon: 'clipboard' })
      expect(tasks.map(({ url }) => url)).not.toContain('/automations')
      expect((await device.get<Page>(`/api/tasks/${boss.uid}.json`)).status).toBe(403)
      expect((await server.nobody().get<Page>(`/api/tasks/${boss.uid}.json`)).body.error.code).toBe('NOT_AUTHORIZED')
    })

    it('a record that a person changes later stays on its day in My Tasks, and each form has the time zone of its project', async () => {
      const device = await server.person(worker)
      const path = `forms/hazard-report/${newId()}`
      const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()
      expect((await device.save(path, { payload: { location: 'Roof' }, feed: false, clientAt: hours(-20), skewMs: 0 })).status).toBe(200)
      const task = async () => {
        const { body } = await device.get<Page>(`/api/tasks/${device.uid}.json?lang=en`)
        const items = body.componentConfig?.items as Task[] | undefined
        return items?.find(({ url }) => url === '/frontend/forms/hazard-report')
      }
      const madeAt = async () => (await task())?.sent?.find((record) => record.path === path)?.at ?? ''
      expect((await madeAt()) < hours(-19)).toBe(true)
      expect(
        (
          await device.save(path, {
            payload: { location: 'Basement' },
            base: { location: 'Roof' },
            feed: false,
            clientAt: hours(20),
            skewMs: 0,
          })
        ).status,
      ).toBe(200)
      expect((await madeAt()) <= hours(0)).toBe(true)
      expect(await task()).toMatchObject({ zone: 'America/New_York' })
    })

    it('FE-107 FE-074 a record without a date that arrived a day late and was changed that day counts for the day of its first save', async () => {
      const children = [{ type: 'group', datePicker: true, label: 'Day', children: [{ type: 'text', attribute: 'crew', label: 'Crew' }] }]
      await publishForm(server.running.app, { key: 'of-a-day', team: tower, settings: { name: 'Of a day', children } })
      const device = await server.person(worker)
      const days = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString()
      /** Saves a record three days ago by the clock of the device, and changes it now. Returns its time in My Tasks. */
      const timeOf = async (timestamp: unknown) => {
        const path = `forms/of-a-day/${newId()}`
        const first = { crew: 'North', timestamp }
        await device.save(path, { payload: first, clientAt: days(-3), skewMs: 0 })
        const change = { payload: { ...first, crew: 'South' }, base: first, clientAt: days(0), skewMs: 0 }
        expect((await device.save(path, change)).status).toBe(200)
        const { body } = await device.get<Page>(`/api/tasks/${device.uid}.json?lang=en`)
        const items = body.componentConfig?.items as Task[] | undefined
        const at = items?.find(({ url }) => url === '/frontend/forms/of-a-day')?.sent?.find((record) => record.path === path)?.at
        return { path, at }
      }
      const before = days(-3)
      const { path, at } = await timeOf(before)
      expect(at).toBe(before)
      const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date(before))
      expect((await device.get<Page>(`/api/forms/of-a-day.json?date=${day}&lang=en`)).body.record).toMatchObject({ path })
      // A time that cannot be: the future, before the server takes saves, a day that does not exist, other answers.
      for (const wrong of [days(2), days(-500), '2020-02-31T10:00:00Z', '0000-01-01T00:00:00Z', 'yesterday', 7, null, { at: before }])
        expect(Date.parse((await timeOf(wrong)).at ?? '')).toBeGreaterThan(Date.now() - 3_600_000)
      expect((await device.get('/api/sent?lang=en')).status).toBe(200)
    })

    it('shows the manager what has arrived, newest first, page after page, nothing twice and nothing left out', async () => {
      const device = await server.person(manager)
      const mine = await server.person(worker)
      const made: string[] = []
      for (let n = 0; n < 7; n++) {
        const path = `forms/manpower/${newId()}`
        await mine.save(path, { payload: { vendor: `Company ${n}`, date: '2026-01-01' }, feed: false })
        made.unshift(path)
      }
      const seen: { path: string; title?: string; url: string }[] = []
      let cursor: string | undefined
      do {
        const { body } = await device.get<Page>(`/api/arrived/manpower.json?limit=3${cursor ? `&cursor=${cursor}` : ''}`)
        expect(body.component).toBe('records')
        seen.push(...(body.componentConfig?.items as typeof seen))
        cursor = body.componentConfig?.next
      } while (cursor !== undefined)
      expect(seen.slice(0, 7).map(({ path }) => path)).toEqual(made)
      expect(seen[0]).toMatchObject({ title: 'Company 6 · 2026-01-01', url: `/frontend/${made[0]}` })
      expect(new Set(seen.map(({ path }) => path)).size).toBe(seen.length)
      expect(seen.length).toBeGreaterThan(20)
      expect((await mine.get('/api/arrived/manpower.json')).status).toBe(403)
    })

    it('shows what has arrived however long and odd the answers are that stand in its titles', async () => {
      const device = await server.person(manager)
      const anonymous = server.nobody()
      const key = `odd-${newId().toLowerCase().slice(0, 8)}`
      const published = await publishForm(server.running.app, {
        key,
        team: tower,
        settings: {
          name: 'Odd',
          public: true,
          recordTitle: `{{what}} · {{${Array.from({ length: 20 }, () => 'sum(a, a, a, a)').join('+')}}}`,
          children: [{ type: 'text', attribute: 'what', label: 'What' }],
        },
      })
      expect(published.ok).toBe(true)
      const save = async (payload: Record<string, unknown>) => {
        const path = `forms/${key}/${newId()}`
        expect((await anonymous.save(path, { payload, feed: false })).status).toBe(200)
        return path
      }
      const honest = await save({ what: 'Crane', a: [1] })
      const spaces = await save({ what: `x${' '.repeat(40_000)}x`, a: [1] })
      const long = await save({ what: 'Long', a: Array.from({ length: 100_000 }, () => 1) })
      const { status, body } = await device.get<Page>(`/api/arrived/${key}.json`)
      expect(status).toBe(200)
      const items = (body.componentConfig?.items ?? []) as { path: string; title?: string; tooComplex?: string }[]
      const titles = Object.fromEntries(items.map(({ path, title, tooComplex }) => [path, tooComplex ?? title?.replace(/ {9,}/, '…')]))
      expect(titles).toEqual({ [honest]: 'Crane · 80', [spaces]: 'x…x · 80', [long]: 'recordTitle' })
    })

    it('offers a project’s lists to its members to pick from', async () => {
      const device = await server.person(worker)
      const { body } = await device.get<Page>('/api/pick/vendors.json?lang=en')
      expect(body).toMatchObject({ component: 'picker', componentConfig: { title: 'Company' } })
      expect(body.componentConfig?.items?.length).toBe(15)
      expect((await device.get<Page>('/api/pick/locations/dialog.json')).body.component).toBe('dialogPicker')
      expect((await device.get<Page>('/api/dialog/check-in.json')).body.component).toBe('responsiveDialog')
      expect((await (await server.person(outsider)).get<Page>(`/api/pick/employees.json?team=${tower}`)).status).toBe(403)
      expect((await server.nobody().get<Page>('/api/pick/vendors.json')).status).toBe(401)
    })

    it('answers every address that is no page with an error that programs can read', async () => {
      for (const address of [
        '/api/x.json',
        '/api/forms.json',
        '/api/forms/none.json',
        '/api/forms/a/b/c.json',
        '/api/pick/secrets.json',
        '/api/constructor.json',
        '/api/forms/hazard-report',
        '/api/tasks.json',
      ]) {
        const answer = await server.nobody().get<Refusal>(address)
        expect([address, answer.status, answer.body.error.code, answer.headers.get('x-app')]).toEqual([address, 404, 'NOT_FOUND', '1'])
      }
    })

    it('texts the thanks of a save to who saved, once', async () => {
      const device = await server.person(worker)
      const key = newId()
      const path = `forms/manpower/${newId()}`
      const headers = { 'idempotency-key': key, 'x-seq': '900' }
      await device.save(path, { payload: { vendor: 'A' } }, headers)
      const again = await device.save(path, { payload: { vendor: 'A' } }, headers)
      expect(again.headers.get('idempotency-replayed')).toBe('true')
      await expect
        .poll(
          async () =>
            (
              (await server.running.storage.db.execute(
                sql`select 1 from sms_outbox where key = ${`${key}:feed`} and text = 'Thanks I have captured those form changes.'`,
              )) as unknown as { rows: unknown[] }
            ).rows.length,
        )
        .toBe(1)
    })
  })
})
