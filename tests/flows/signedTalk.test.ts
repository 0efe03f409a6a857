// @vitest-environment node
import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { ChatConfig, ChatReply } from '../../contract/endpoints/chat.ts'
import { rows } from '../../server/storage/database.ts'
import { acknowledged, aloneFrom, begun, leadTalk, type Led } from '../../src/features/chat/leadTalk.ts'
import type { SignedChat } from '../../src/store/drafts/keepChat.ts'
import { account, type Device, foreman, idOf, newId, otherWorker, outsider, owner, useServer, worker } from '../harness/testServer.ts'

const planner = idOf('bot Pre-Task Plan')
const talker = idOf('bot Toolbox Talk')

interface Page {
  readonly componentConfig: ChatConfig
  readonly record?: { readonly model: Readonly<Record<string, unknown>> }
}
interface Answer {
  readonly rev?: number
  readonly notification?: string
  readonly error?: { readonly code: string; readonly message: string }
}

const plan = ['Roofing', 'Fall from height, wet deck', 'Harness tied off', 'Ana Flores', 'yes', 'Ashley Tran, Ana Flores']

/** Messages that a device answers by itself, one after the other. */
function lead(
  config: ChatConfig,
  messages: readonly string[],
  from: Led = begun(config.chat),
): { led: Led; signed: SignedChat | undefined } {
  let now: { led: Led; signed: SignedChat | undefined } = { led: from, signed: undefined }
  for (const message of messages) {
    const next = leadTalk(config, now.led, { id: newId(), message, previous: undefined, at: Date.parse('2026-06-01T11:05:00Z') })
    if (!next) throw new Error('the device could not answer')
    now = next
  }
  return now
}

const signedOf = (config: ChatConfig, messages: readonly string[], from?: Led): SignedChat => {
  const { signed } = lead(config, messages, from)
  if (!signed) throw new Error('the talk is not signed')
  return signed
}

describe('a talk that was led and signed without the server', () => {
  const server = useServer()
  let seq = 700_000

  const open = async (device: Device, bot = planner, lang = 'en') =>
    (await device.get<Page>(`/api/chat/${bot}.json?lang=${lang}`)).body.componentConfig
  const bring = (device: Device, { chat, form, body }: SignedChat, opId = newId()) =>
    device.ask<Answer>('POST', `/api/talks/forms/${form}/${chat}`, body, { 'idempotency-key': opId, 'x-seq': String(++seq) })
  const say = (device: Device, chat: string, message: string, more: Record<string, unknown> = {}) =>
    device.ask<ChatReply & Answer>('POST', `/api/chat/${chat}`, { message, bot: planner, lang: 'en', ...more })
  const StoredChat = z.object({ state: z.unknown(), record: z.nullable(z.string()) })
  const stored = async (chat: string) => {
    const { db } = server.running.storage
    const [row] = await rows(db, StoredChat, sql`select state, record from chats where id = ${chat}`)
    const said = await rows(
      db,
      z.object({ sender: z.string(), text: z.string() }),
      sql`select sender, text from chat_messages where chat = ${chat} order by n`,
    )
    return { state: row?.state, record: row?.record, said }
  }
  const made = async (form: string, device: Device) =>
    (
      await rows(
        server.running.storage.db,
        z.object({ path: z.string() }),
        sql`select path from records where parent = ${`forms/${form}`} and created_by = ${device.uid} order by n`,
      )
    ).map(({ path }) => path)
  const finished = async (device: Device, chat: string) => {
    for (;;) {
      const { redirect } = (await device.get<{ redirect?: string }>(`/api/chat/${chat}/thought`)).body
      if (redirect) return (await device.get<Page>(`${redirect.replace('/frontend', '/api')}.json`)).body.record?.model
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  it('leaves the same state, messages and record as one that was held online, with its file', async () => {
    const device = await server.person(otherWorker)
    // Both know the same of the person.
    const config = await open(device)
    const online = newId()
    for (const message of plan) await say(device, online, message)
    const there = await finished(device, online)
    const signed = signedOf(config, plan)
    const answer = await bring(device, signed)
    expect([answer.status, answer.body.notification]).toEqual([200, undefined])
    const here = await finished(device, signed.chat)
    const [one, other] = [await stored(online), await stored(signed.chat)]
    expect(other.said).toEqual(one.said)
    expect(other.state).toEqual(one.state)
    const { date: _, signed: names, files, ...rest } = here ?? {}
    expect(there).toMatchObject(rest)
    // The time is that of the signatures, not of the arrival.
    expect(names).toBe('Ashley Tran · 2026-06-01 07:05\nAna Flores · 2026-06-01 07:05')
    expect(files).toMatchObject([{ type: 'application/pdf' }])
  })

  it('arrives once: sent again, twice at once, and from a page that was closed before it knew', async () => {
    const device = await server.person(worker)
    const signed = signedOf(await open(device), [...plan.slice(0, -1), 'Joao Pereira'])
    const before = await made(signed.form, device)
    const opId = newId()
    const headers = { 'idempotency-key': opId, 'x-seq': String(++seq) }
    const ask = () => device.ask<Answer>('POST', `/api/talks/forms/${signed.form}/${signed.chat}`, signed.body, headers)
    const [one, two] = await Promise.all([ask(), ask()])
    expect([one.status, two.status]).toEqual([200, 200])
    expect((await bring(device, signed, newId())).status).toBe(200)
    expect(await made(signed.form, device)).toEqual([...before, `forms/${signed.form}/${signed.chat}`])
    const changed = await device.ask<Answer>(
      'POST',
      `/api/talks/forms/${signed.form}/${signed.chat}`,
      { ...signed.body, lang: 'es' },
      headers,
    )
    expect([changed.status, changed.body.error?.code]).toEqual([422, 'key_reused'])
  })

  it('goes on where the server stopped, and the server goes on where the device stopped', async () => {
    const device = await server.person(worker)
    const first = await say(device, newId(), 'Roofing')
    const config = await open(device)
    expect(config.talk?.state).toEqual(first.body.state)
    const from: Led = { ...begun(config.chat), messages: config.messages ?? [], state: config.talk?.state }
    const { led } = lead(config, ['Fall from height', 'Harness tied off'], from)
    // Replayed in order; each once, although the answer to the first was lost.
    const [one, two] = led.messages.slice(2).filter(({ sender }) => sender === 'user')
    const replay = (id: string, message: string, seen: number) => say(device, config.chat, message, { id, seen, led: true })
    expect((await replay(two?.id ?? '', two?.text ?? '', 4)).body.error?.code).toBe('conflict')
    await replay(one?.id ?? '', one?.text ?? '', 2)
    const again = await replay(one?.id ?? '', one?.text ?? '', 2)
    const last = await replay(two?.id ?? '', two?.text ?? '', 4)
    let now: Led | undefined = acknowledged(led, one?.id ?? '', again.body)
    now = now && acknowledged(now, two?.id ?? '', last.body)
    expect(now).toMatchObject({ pending: [], state: last.body.state, messages: led.messages })
    // The end without the server again.
    const signed = signedOf(config, ['Just me', 'yes', 'Joao Pereira'], now)
    expect((await bring(device, signed)).status).toBe(200)
    expect(await finished(device, config.chat)).toMatchObject({ task_names: 'Roofing', tasks: [{ hazards: 'Fall from height' }] })
    expect((await stored(config.chat)).said).toHaveLength(12)
  })

  it('a conversation that went on elsewhere stays, and this one becomes a record of its own', async () => {
    const device = await server.person(worker)
    await say(device, newId(), 'Painting')
    const config = await open(device)
    const from: Led = { ...begun(config.chat), messages: config.messages ?? [], state: config.talk?.state }
    const { led } = lead(config, ['Noise'], from)
    await say(device, config.chat, 'Dust and fumes')
    expect((await say(device, config.chat, 'Noise', { id: led.pending[0], seen: 2, led: false })).body.error?.code).toBe('conflict')
    const alone = signedOf(config, ['Ear protection', 'Just me', 'yes', 'Joao Pereira'], aloneFrom(led))
    expect((await bring(device, alone)).body.notification).toBeUndefined()
    expect(await finished(device, alone.chat)).toMatchObject({ tasks: [{ task: 'Painting', hazards: 'Noise' }] })
    // The same without having asked the server before: under the id of the operation.
    const opId = newId()
    const blind = signedOf(config, ['Ear protection', 'Just me', 'yes', 'Joao Pereira'], led)
    expect((await bring(device, blind, opId)).status).toBe(200)
    expect(await finished(device, opId)).toMatchObject({ tasks: [{ task: 'Painting', hazards: 'Noise' }] })
    expect((await stored(config.chat)).said.map(({ text }) => text)).toEqual(expect.arrayContaining(['Painting', 'Dust and fumes']))
    expect((await stored(config.chat)).record).toBeNull()
    await device.ask('POST', `/api/chat/${config.chat}/cancel`, {})
  })

  it('a talk that another version reads otherwise is saved as it was signed, and says so', async () => {
    const device = await server.person(otherWorker)
    const signed = signedOf(await open(device), plan)
    const other = { ...signed, body: { ...signed.body, signed: { ...signed.body.signed, people_names: 'Ana Flores (crane)' } } }
    const answer = await bring(device, other)
    expect(answer.body.notification).toBe('This talk has changed since your device loaded it. It is saved exactly as you signed it.')
    expect(await finished(device, signed.chat)).toMatchObject({ people_names: 'Ana Flores (crane)', made_by: 'Ashley Tran' })
  })

  it('a talk of the library that was replaced meanwhile says so, and keeps what the crew answered', async () => {
    const boss = await server.person(owner)
    const [library, one] = [newId(), newId()]
    const key = newId()
    await boss.save(`libraries/${library}`, {
      payload: { key: library, billingAccount: account, name: 'Talks', type: 'Toolbox', deleted: false },
    })
    const publish = async (document: string) => {
      const { id } = await boss.upload(readFileSync('tests/pdf/forms/flat.pdf'), { type: 'application/pdf', filename: 'wind.pdf' })
      const pdf = { id, filename: 'wind.pdf', url: `/api/files/${id}` }
      const payload = { key: document, name: 'Wind on the tower', deleted: false, pdf }
      expect((await boss.save(`libraries/${library}/documents/${document}`, { payload })).status).toBe(200)
    }
    await publish(one)
    const device = await server.person(foreman)
    const config = await open(device, talker)
    const messages = ['Wind on the tower', 'The net is torn', 'Just me', 'Marisol Vega']
    const same = signedOf(config, messages)
    expect((await bring(device, same)).body).not.toHaveProperty('notification')
    const late = signedOf({ ...config, chat: newId() }, messages)
    await publish(key)
    expect((await bring(device, late)).body.notification).toContain('The document of this talk has changed')
    expect(await finished(device, late.chat)).toMatchObject({ topic: 'Wind on the tower', raised: 'The net is torn' })
  })

  it('a bot that was archived after the signatures still takes the talk', async () => {
    const device = await server.person(otherWorker)
    const signed = signedOf(await open(device), plan)
    const boss = await server.person(owner)
    const archive = (is: boolean) => boss.save(`automations/${planner}`, { payload: { disabled: is, archived: is } }, {}, 'PATCH')
    expect((await archive(true)).status).toBe(200)
    expect((await bring(device, signed)).status).toBe(200)
    expect((await archive(false)).status).toBe(200)
  })

  it('is refused for a conversation of another person, another form, and a person outside of the project', async () => {
    const device = await server.person(worker)
    const config = await open(device)
    const signed = signedOf(config, [...plan.slice(0, -1), 'Joao Pereira'])
    const stranger = await server.person(outsider)
    expect((await bring(stranger, signed)).status).toBe(403)
    expect((await bring(device, { ...signed, form: 'quick' })).status).toBe(400)
    expect((await bring(device, signed)).status).toBe(200)
    const other = await server.person(otherWorker)
    expect((await bring(other, signed)).status).toBe(404)
    // Nor under the id of an operation that is the conversation of another person.
    const mine = signedOf({ ...(await open(other)), chat: signed.chat }, plan)
    expect((await bring(other, mine, signed.chat)).status).toBe(404)
    expect((await server.nobody().ask('POST', `/api/talks/forms/${signed.form}/${newId()}`, signed.body)).status).toBe(401)
  })
})
