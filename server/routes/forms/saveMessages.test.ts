import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import { foreman, manager, newId, onEachServer, otherWorker, outsider, owner, tower, worker } from '../../../tests/harness/testServer.ts'
import { publishForm } from '../../domain/forms/publishForm.ts'
import { rows } from '../../storage/database.ts'

const TextRow = z.object({ mobile: z.string(), text: z.string() })

onEachServer((server) => {
  const form = async (key: string, messages: unknown, more: object = {}) => {
    const settings = {
      name: `Form ${key}`,
      saved: { messages },
      children: [
        { type: 'text', attribute: 'place', label: 'Place' },
        { type: 'enum', attribute: 'risk', label: 'Risk', options: [{ name: 'Very high', value: 'h' }, 'low'] },
        { type: 'staff', attribute: 'supervisor', label: 'Supervisor' },
        { type: 'save' },
      ],
      ...more,
    }
    expect(await publishForm(server.running.app, { key, team: tower, settings })).toMatchObject({ ok: true })
  }
  interface Known {
    readonly path: string
    readonly rev: number
    readonly base: object
  }
  /** A new record, or a change of one. `null`: somebody without an account. */
  const save = async (key: string, payload: object, by: string | null = worker, known?: Known) => {
    const device = by === null ? server.nobody() : await server.person(by)
    const path = known?.path ?? `forms/${key}/${newId()}`
    const body = { payload, feed: false, ...(known && { base: known.base }) }
    expect((await device.save(path, body, { 'if-match': `"${known?.rev ?? 0}"` })).status).toBe(200)
    await server.running.idle()
    return path
  }
  /** The texts about a record: the number, and the words without the address of the record. */
  const texts = async (path: string) => {
    const found = await rows(
      server.running.storage.db,
      TextRow,
      sql`select mobile, text from sms_outbox where key like ${`save-messages:${path}:%`} order by mobile, text`,
    )
    return found.map(({ mobile, text }) => `${mobile} ${text.replace(/ https?:\S+$/, '')}`)
  }

  describe('the messages of a save', () => {
    it('go to roles, people and answers, with the words of choices, but not to the person who saves', async () => {
      await form('told', [
        { text: 'Leak at {{place}}: {{risk}}', recipients: [{ role: 'manager' }, { attribute: 'supervisor' }, { person: worker }] },
        { text: 'Serious at {{place}}', when: "risk = 'h'", recipients: [{ role: 'owner' }] },
      ])
      const path = await save('told', { place: 'Pump 1', risk: 'h', supervisor: { name: 'Anybody', mobile: foreman } })
      expect(await texts(path)).toEqual([
        `${owner} Leak at Pump 1: Very high`,
        `${owner} Serious at Pump 1`,
        `${manager} Leak at Pump 1: Very high`,
        `${foreman} Leak at Pump 1: Very high`,
      ])
      const low = await save('told', { place: 'Pump 2', risk: 'low' }, manager)
      expect(await texts(low)).toEqual([`${owner} Leak at Pump 2: low`, `${worker} Leak at Pump 2: low`])
    })

    it('say the same about a record once, and something new once more', async () => {
      await form('again', [{ text: 'Leak at {{place}}', recipients: [{ role: 'owner' }] }])
      const path = await save('again', { place: 'Pump 1' })
      await save('again', { place: 'Pump 1', risk: 'h' }, worker, { path, rev: 1, base: { place: 'Pump 1' } })
      expect(await texts(path)).toEqual([`${owner} Leak at Pump 1`])
      await save('again', { place: 'Pump 2', risk: 'h' }, worker, { path, rev: 2, base: { place: 'Pump 1', risk: 'h' } })
      expect(await texts(path)).toEqual([`${owner} Leak at Pump 1`, `${owner} Leak at Pump 2`])
    })

    it('reach only people of the project, also when an answer names another person', async () => {
      await form('inside', [{ text: 'Leak', recipients: [{ attribute: 'supervisor' }, { person: outsider }] }])
      const answers = [{ name: 'X', mobile: outsider }, { name: 'Y', mobile: '+12025559999' }, { key: 'none' }, outsider]
      for (const supervisor of answers) expect(await texts(await save('inside', { supervisor }))).toEqual([])
    })

    it('find the person of an answer by the key or the name in the list of people', async () => {
      const key = newId()
      const people = { [key]: { name: 'Mara Vega', mobile: foreman } }
      expect((await (await server.person(owner)).save(`teams/${tower}`, { payload: { people } })).status).toBe(200)
      await form('found', [{ text: 'Yours', recipients: [{ attribute: 'supervisor' }] }])
      for (const supervisor of [{ key, name: 'Other' }, { name: 'Mara Vega' }, [{ name: 'MARA VEGA' }]])
        expect(await texts(await save('found', { supervisor }, manager))).toEqual([`${foreman} Yours`])
    })

    it('have no words of a stranger', async () => {
      await form('open', [{ text: 'Leak at {{place}}', recipients: [{ role: 'manager' }] }], { public: true })
      const path = await save('open', { place: 'http://evil.example' }, null)
      const told = await texts(path)
      expect(told).toHaveLength(2)
      for (const text of told) expect(text).toMatch(/(?:New|Nuevo|Novo): Form open\.$/)
    })

    it('are in the language of the person who gets them', async () => {
      await form('translated', [{ text: 'Leak at {{place}}', recipients: [{ person: foreman }, { person: otherWorker }] }], {
        translations: { es: { 'Leak at {{place}}': 'Fuga en {{place}}' } },
      })
      const path = await save('translated', { place: 'Bomba' })
      expect(await texts(path)).toEqual([`${foreman} Fuga en Bomba`, `${otherWorker} Leak at Bomba`])
    })

    it('are never given to a device', async () => {
      await form('hidden', [{ text: 'Leak', recipients: [{ person: owner }] }], { public: true })
      const page = await server.nobody().get<PageData>('/api/forms/hidden.json')
      expect(page.body.form?.name).toBe('Form hidden')
      expect(page.text).not.toContain(owner)
      expect(page.body.form).not.toHaveProperty('saved')
    })

    it('are refused when they name no recipient, or no question', async () => {
      const problems = async (messages: unknown) => {
        const settings = { name: 'X', saved: { messages }, children: [{ type: 'text', attribute: 'place', label: 'Place' }] }
        const published = await publishForm(server.running.app, { key: 'wrong', team: tower, settings })
        return published.ok ? [] : published.problems.map(({ path, message }) => `${path}: ${message}`)
      }
      expect(await problems([{ text: 'x', recipients: [{ role: 'manager', person: owner }] }])).toEqual([
        'saved.messages[0].recipients[0]: expected one of role, person and attribute, such as { "role": "manager" }',
      ])
      expect(await problems([{ text: '{{', recipients: [{ attribute: 'plac' }] }])).toEqual([
        expect.stringContaining('saved.messages[0].text: '),
        'saved.messages[0].recipients[0].attribute: expected the attribute of a question of this form instead of "plac"; did you mean place?',
      ])
    })
  })
})
