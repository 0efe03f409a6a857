import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { rows } from '../../storage/database.ts'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import type { ListImport, readList, sendRows } from '../../../contract/endpoints/lists/projectLists.ts'
import type { LookupItem } from '../../../contract/endpoints/pages.ts'
import {
  type Device,
  foreman,
  manager,
  newId,
  onEachServer,
  otherWorker,
  outsider,
  tower,
  worker,
} from '../../../tests/harness/testServer.ts'

type Refusal = { error?: { code: string; message: string } }
type Cells = Record<string, string>
type Checked = AnswerOf<typeof sendRows> & Refusal

onEachServer((server) => {
  const newProject = async () => {
    const device = await server.person(otherWorker)
    const team = newId()
    await device.save(`teams/${team}`, { payload: { name: 'North Yard', owner: device.uid, deleted: false } })
    return { device, team }
  }
  const at = (team: string, id: string, list = 'people') => `/api/teams/${team}/lists/${list}/imports/${id}`
  const rowsOf = (cells: readonly Cells[], first = 1) => cells.map((one, n) => ({ row: first + n, cells: one }))
  const send = (device: Device, path: string, cells: readonly Cells[], total = cells.length, first = 1) =>
    device.ask<Checked>('POST', `${path}/rows`, { file: 'people.csv', total, rows: rowsOf(cells, first) })
  const finish = async (device: Device, path: string, deed: 'apply' | 'undo', until: string) => {
    for (let turn = 0; turn < 50; turn++) {
      const { status, body } = await device.ask<ListImport & Refusal>('POST', `${path}/${deed}`)
      expect([status, body.error]).toEqual([200, undefined])
      if (body.state === until) return body
    }
    throw new Error('the import does not end')
  }
  const entries = async (device: Device, team: string, list = 'people') =>
    (await device.get<AnswerOf<typeof readList>>(`/api/teams/${team}/lists/${list}`)).body.entries
  const imported = async (device: Device, team: string, cells: readonly Cells[], list = 'people') => {
    const path = at(team, newId(), list)
    const checked = (await send(device, path, cells)).body
    return { path, checked, applied: await finish(device, path, 'apply', 'applied') }
  }

  describe('an import into a list', () => {
    it('FE-350 is checked first without any change, then feeds the forms', async () => {
      const { device, team } = await newProject()
      const path = at(team, newId())
      const cells = [
        { name: 'Ana Ruiz', number: '1', mobile: '202-555-0142', role: 'Foreman' },
        { name: '' },
        { name: 'Bo Lind', email: 'nobody' },
        { name: 'Cy Dole', number: '1' },
        { name: 'Dee Roe', active: 'maybe' },
        { name: 'Eve Poe' },
      ]
      expect((await send(device, path, cells)).body).toEqual({ arrived: 6, counts: { added: 2, changed: 0, unchanged: 0, problem: 4 } })
      expect(await entries(device, team)).toEqual([])
      const { body } = await device.get<{ import: ListImport }>(`/api/teams/${team}/lists/people/import`)
      expect(body.import).toMatchObject({ state: 'checking', total: 6, done: 0 })
      expect(body.import.problems.map(({ row, column, problem }) => [row, column, problem])).toEqual([
        [2, 'name', 'nameMissing'],
        [3, 'email', 'wrongEmail'],
        [4, 'name', 'twice'],
        [5, 'active', 'wrongActive'],
      ])
      await finish(device, path, 'apply', 'applied')
      const { items } = (await device.get<{ items: LookupItem[] }>(`/api/lists/${team}/employees`)).body
      expect(items.map(({ label }) => label)).toEqual(['Ana Ruiz', 'Eve Poe'])
    })

    it('never gives one number to two entries: the row is refused with the name of the other entry or the earlier row', async () => {
      const { device, team } = await newProject()
      await imported(device, team, [
        { name: 'Ana Ruiz', externalId: 'x1', number: '1', email: 'ana@example.com' },
        { name: 'Bo Lind', externalId: 'x2', number: '2', email: 'bo@example.com' },
        { name: 'Cy Dole', number: '3' },
      ])
      const { checked } = await imported(device, team, [
        { name: 'Ana Ruiz', externalId: 'x1', number: '2' },
        { name: 'Bo Lind', number: '2', email: 'ana@example.com' },
        { name: 'Cy Dole', number: '3', email: 'cy@example.com' },
        { name: 'Cy Dole', number: '3' },
      ])
      expect(checked.counts).toEqual({ added: 0, changed: 1, unchanged: 0, problem: 3 })
      const { body } = await device.get<{ import: ListImport }>(`/api/teams/${team}/lists/people/import`)
      expect(body.import.problems.map(({ row, column, problem, other, otherRow }) => [row, column, problem, other ?? otherRow])).toEqual([
        [1, 'number', 'taken', 'Bo Lind'],
        [2, 'email', 'taken', 'Ana Ruiz'],
        [4, 'name', 'twice', 3],
      ])
      expect((await entries(device, team)).map(({ values }) => values['number'])).toEqual(['1', '2', '3'])
    })

    it('changes nothing when an export is imported again, also where entries share an e-mail or a number', async () => {
      const { device, team } = await newProject()
      const office = 'office@example.com'
      const shared = [
        { name: 'Ana Ruiz', number: '1', email: office },
        { name: 'Bo Lind', number: '2', email: office },
        { name: 'Cy Dole', email: office },
        { name: 'Dee Roe', email: office },
        { name: 'Eve Poe', number: '9', email: 'eve@example.com' },
        { name: 'Fay Orr', number: '9' },
      ]
      const kept = shared.map(({ name, ...attributes }) => ({ id: newId(), name, attributes }))
      await server.running.app.storage.db.execute(
        sql`insert into lookup_items (team, lookup, id, label, attributes, position)
            select ${team}, 'employees', id, name, attributes, 1 from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
              as kept(id text, name text, attributes jsonb)`,
      )
      const { checked } = await imported(device, team, shared)
      expect(checked.counts).toEqual({ added: 0, changed: 0, unchanged: 6, problem: 0 })
      // An entry without the shared e-mail still does not get it.
      await device.save(`teams/${team}`, { payload: { people: { [newId()]: { name: 'Gus Lee', number: '3' } } } })
      const more = await imported(device, team, [{ name: 'Gus Lee', number: '3', email: office }])
      expect(more.checked.counts.problem).toBe(1)
    })

    it('updates by number, e-mail, external id or name, says what changes, and leaves empty cells as they were', async () => {
      const { device, team } = await newProject()
      await imported(device, team, [
        { name: 'Ana Ruiz', number: '1', role: 'Foreman' },
        { name: 'Bo Lind', email: 'bo@example.com' },
        { name: 'Cy Dole', externalId: 'X9' },
        { name: 'Dee Roe' },
      ])
      const before = await entries(device, team)
      const { checked, applied } = await imported(device, team, [
        { name: 'Ana Ruiz-Gomez', number: '1' },
        { name: 'Bo Lind', email: 'BO@example.com', role: '' },
        { name: 'Cy Dole', externalId: 'x9', company: 'Keystone' },
        { name: 'dee roe', number: '44', active: 'no' },
        { name: 'Ana Ruiz', number: '2' },
      ])
      expect(checked.counts).toEqual({ added: 1, changed: 3, unchanged: 1, problem: 0 })
      expect(applied.counts).toEqual(checked.counts)
      const after = await entries(device, team)
      expect(after.map(({ name, values, disabled }) => [name, values, disabled])).toEqual([
        ['Ana Ruiz', { number: '2' }, false],
        ['Ana Ruiz-Gomez', { number: '1', role: 'Foreman' }, false],
        ['Bo Lind', { email: 'bo@example.com' }, false],
        ['Cy Dole', { company: 'Keystone', externalId: 'x9' }, false],
        ['dee roe', { number: '44' }, true],
      ])
      const keys = new Set(after.map(({ key }) => key))
      expect(before.every(({ key }) => keys.has(key))).toBe(true)
    })

    it('arrives exactly once when the answers get lost: the same rows and the same order again change nothing', async () => {
      const { device, team } = await newProject()
      const path = at(team, newId())
      const cells = Array.from({ length: 60 }, (_, n) => ({ name: `Person ${n}`, number: String(n) }))
      for (const first of [1, 31, 1, 31]) await send(device, path, cells.slice(first - 1, first + 29), 60, first)
      const half = await device.ask<Checked>('POST', `${at(team, newId())}/rows`, {
        file: 'a.csv',
        total: 2,
        rows: rowsOf([{ name: 'A' }]),
      })
      expect(half.status).toBe(200)
      // The other file replaced this import, which was not applied.
      expect((await device.ask('POST', `${path}/apply`)).status).toBe(409)
      const again = at(team, newId())
      for (const first of [1, 31, 1]) await send(device, again, cells.slice(first - 1, first + 29), 60, first)
      const both = await Promise.all([device.ask('POST', `${again}/apply`), device.ask('POST', `${again}/apply`)])
      expect(both.map(({ status }) => status)).toEqual([200, 200])
      expect((await finish(device, again, 'apply', 'applied')).counts.added).toBe(60)
      expect(await entries(device, team)).toHaveLength(60)
    })

    it('is not applied before all its rows have arrived', async () => {
      const { device, team } = await newProject()
      const path = at(team, newId())
      await send(device, path, [{ name: 'Ana' }], 2)
      const { status, body } = await device.ask<Refusal>('POST', `${path}/apply`)
      expect([status, body.error?.message]).toEqual([409, 'The server does not have all rows of the file yet. Choose the file again.'])
    })

    it('wakes the devices of the project once at its end, not after each portion', async () => {
      const { device, team } = await newProject()
      const woken = async () =>
        (await rows(server.running.storage.db, sql`select seq from changes where tenant = ${team} and kind = 'list' order by seq`)).length
      const path = at(team, newId())
      const people = Array.from({ length: 2500 }, (_, n) => ({ name: `Person ${n}`, number: `N${n}` }))
      for (let first = 0; first < people.length; first += 500)
        expect((await send(device, path, people.slice(first, first + 500), people.length, first + 1)).status).toBe(200)
      const before = await woken()
      await finish(device, path, 'apply', 'applied')
      expect((await woken()) - before).toBe(1)
      await finish(device, path, 'undo', 'undone')
      expect((await woken()) - before).toBe(2)
      // A single entry wakes them at once.
      await device.save(`teams/${team}`, { payload: { people: { [newId()]: { name: 'Zoe Last' } } } })
      expect((await woken()) - before).toBe(3)
    })

    it('is taken back: added entries go, changed ones get their values back, and later changes stay', async () => {
      const { device, team } = await newProject()
      await imported(device, team, [
        { name: 'Ana', number: '1', role: 'Worker' },
        { name: 'Bo', number: '2' },
      ])
      const { path } = await imported(device, team, [
        { name: 'Ana', number: '1', role: 'Foreman' },
        { name: 'Bo', number: '2', role: 'Foreman' },
        { name: 'Cy', number: '3' },
        { name: 'Dee', number: '4' },
      ])
      const keyOf = async (name: string) => (await entries(device, team)).find((one) => one.name === name)?.key ?? ''
      await device.save(`teams/${team}`, {
        payload: { people: { [await keyOf('Bo')]: { role: 'Superintendent' }, [await keyOf('Dee')]: { role: 'Worker' } } },
      })
      const undone = await finish(device, path, 'undo', 'undone')
      expect(undone.kept).toBe(2)
      expect((await entries(device, team)).map(({ name, values }) => [name, values])).toEqual([
        ['Ana', { number: '1', role: 'Worker' }],
        ['Bo', { number: '2', role: 'Superintendent' }],
        ['Dee', { number: '4', role: 'Worker' }],
      ])
      expect((await device.ask('POST', `${path}/undo`)).status).toBe(200)
      expect((await device.ask<Refusal>('POST', `${path}/apply`)).body.error?.message).toContain('was undone')
    })

    it('is taken back, but an added entry into which another was merged stays, so that neither is lost', async () => {
      const { device, team } = await newProject()
      const [own, other] = [newId(), newId()]
      await device.save(`teams/${team}`, { payload: { equipment: { [own]: { name: 'Scaffold' }, [other]: { name: 'Crane' } } } })
      const { path } = await imported(
        device,
        team,
        [
          { name: 'Scaffold tube', number: '1' },
          { name: 'Scaffold tube', number: '2' },
        ],
        'equipment',
      )
      const stays = (await entries(device, team, 'equipment')).find(({ values }) => values['number'] === '1')?.key ?? ''
      await device.save(`teams/${team}`, { payload: { equipment: { [own]: { mergedInto: stays } } } })
      expect((await finish(device, path, 'undo', 'undone')).kept).toBe(1)
      expect((await entries(device, team, 'equipment')).map(({ key }) => key)).toEqual([other, stays])
    })

    it('finds equipment of one name by number; without a number it says that several have this name', async () => {
      const { device, team } = await newProject()
      const tube = (number: string, type: string) => ({ name: 'Scaffold tube', number, type })
      await imported(
        device,
        team,
        Array.from({ length: 200 }, (_, n) => tube(String(n), 'Steel')),
        'equipment',
      )
      const { checked } = await imported(
        device,
        team,
        [tube('7', 'Alu'), tube('8', 'Steel'), tube('200', 'Alu'), { name: 'Scaffold Tube' }, tube('7', 'Steel')],
        'equipment',
      )
      expect(checked.counts).toEqual({ added: 1, changed: 1, unchanged: 1, problem: 2 })
      expect(await entries(device, team, 'equipment')).toHaveLength(201)
    })

    it('changes no entry of a connected system, and reaches the entry that stayed after a merge', async () => {
      const device = await server.person(foreman)
      const team = newId()
      const payload = { name: 'Linked', owner: device.uid, deleted: false, source: 'construction', sourceProjectReference: 'c1001' }
      await device.save(`teams/${team}`, { payload })
      await device.ask('POST', `/api/teams/${team}/lists/companies/refresh`)
      const theirs = (await entries(device, team, 'companies'))[0]?.name ?? ''
      const { applied } = await imported(
        device,
        team,
        [
          { name: theirs, trade: 'Steel' },
          { name: 'Own', number: '7' },
          { name: 'Ownn', number: '8' },
        ],
        'companies',
      )
      expect([applied.counts.added, applied.problems[0]?.problem]).toEqual([2, 'fromConnection'])
      const [own, twin] = ['Own', 'Ownn'].map(
        (name) => async () => (await entries(device, team, 'companies')).find((one) => one.name === name)?.key ?? '',
      )
      await device.save(`teams/${team}`, { payload: { companies: { [await (twin?.() ?? '')]: { mergedInto: await (own?.() ?? '') } } } })
      const again = await imported(device, team, [{ name: 'Own', number: '8', trade: 'Roofing' }], 'companies')
      expect(again.checked.counts).toMatchObject({ added: 0, changed: 1 })
    })

    it('is only for people who edit the list', async () => {
      const boss = await server.person(manager)
      const mine = at(tower, newId())
      expect((await send(boss, mine, [{ name: 'Zed Zane' }])).status).toBe(200)
      for (const [mobile, status] of [
        [foreman, 403],
        [worker, 404],
        [outsider, 404],
      ] as const) {
        const other = await server.person(mobile)
        expect((await send(other, at(tower, newId()), [{ name: 'X' }])).status).toBe(status)
        expect((await other.ask('POST', `${mine}/apply`)).status).toBe(status)
        expect((await other.ask('POST', `${mine}/undo`)).status).toBe(status)
        expect((await other.get(`/api/teams/${tower}/lists/people/import`)).status).toBe(status)
      }
      // An import of one project is unknown in another.
      const { device, team } = await newProject()
      const id = mine.split('/').at(-1) ?? ''
      expect((await device.ask('POST', `${at(team, id)}/apply`)).status).toBe(409)
      expect((await send(device, at(team, id), [{ name: 'X' }])).status).toBe(400)
    })

    it('refuses malformed rows in words that say what to do, keeps formulas as text, and changes nothing before the import', async () => {
      const { device, team } = await newProject()
      await imported(device, team, [{ name: 'Ana Ruiz', number: '7' }])
      const before = await entries(device, team)
      const columns = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`c${n}`, '']))
      const start = performance.now()
      for (const [cells, status, words] of [
        [columns(1_000_000), 413, 'That is too large. At most'],
        [columns(60_000), 413, 'Please send it in smaller parts.'],
        [{ name: 'x'.repeat(1001) }, 400, 'That could not be understood.'],
        [{ name: '\ud800 Ana' }, 400, 'Please remove it.'],
        [{ name: 7 as never }, 400, 'That could not be understood.'],
      ] as const) {
        const answer = await send(device, at(team, newId()), [cells])
        expect([answer.status, answer.body.error?.message]).toEqual([status, expect.stringContaining(words)])
      }
      expect(performance.now() - start).toBeLessThan(30_000)
      const formula = '=HYPERLINK("http://example.com")'
      const path = at(team, newId())
      expect((await send(device, path, [{ name: formula, number: '8' }, { name: ' ' }])).body.counts).toMatchObject({
        added: 1,
        problem: 1,
      })
      expect(await entries(device, team)).toEqual(before)
      await finish(device, path, 'apply', 'applied')
      expect((await entries(device, team)).map(({ name }) => name).toSorted()).toEqual([formula, 'Ana Ruiz'])
    })

    it('takes no portion that is too large', async () => {
      const { device, team } = await newProject()
      const cells = Array.from({ length: 1001 }, (_, n) => ({ name: `P ${n}` }))
      expect((await send(device, at(team, newId()), cells)).status).toBe(400)
      expect((await send(device, at(team, newId()), [{ name: 'P' }], 50_001)).status).toBe(400)
    })
  })
})
