import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  type Device,
  foreman,
  idOf,
  manager,
  newId,
  otherWorker,
  outsider,
  tower,
  useServer,
  worker,
} from '../../../tests/harness/testServer.ts'
import { rows } from '../../storage/database.ts'

interface Reply {
  readonly text: string
  readonly completing?: boolean
  readonly redirect?: string
  readonly error?: { readonly code: string; readonly message: string }
}
interface Page {
  readonly component: string
  readonly componentConfig: {
    readonly title: string
    readonly chat: string
    readonly greeting?: string
    readonly suggestions: readonly string[]
    readonly cancel?: string
    readonly params: Readonly<Record<string, string>>
    readonly messages: readonly { id: string; sender: string; text: string }[]
    readonly completing?: boolean
    readonly items?: readonly { title: string; url: string }[]
  }
  readonly record?: { readonly model: Readonly<Record<string, unknown>> }
}

const planner = idOf('bot Pre-Task Plan')
const talker = idOf('bot Toolbox Talk')

/** A fake language model on this computer with the OpenAI API: streams the answer that the test sets. */
function useModel() {
  let server: Server
  const asked: { authorization: string; body: { model: string; stream: boolean; messages: { content: string }[] } }[] = []
  const next: { status?: number; parts?: string[]; cut?: boolean }[] = []
  beforeAll(async () => {
    server = createServer((request, answer) => {
      let text = ''
      request.on('data', (part) => (text += String(part)))
      request.on('end', () => {
        asked.push({ authorization: request.headers.authorization ?? '', body: JSON.parse(text) as never })
        const { status = 200, parts = [], cut = false } = next.shift() ?? { status: 503 }
        answer.writeHead(status, { 'content-type': 'text/event-stream' })
        for (const content of parts) answer.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`)
        answer.end(cut ? '' : 'data: [DONE]\n\n')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return { asked, next, url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` }
}

describe('bots that talk', () => {
  const model = useModel()
  const server = useServer()

  const open = async (device: Device, bot = planner, lang = 'en') => (await device.get<Page>(`/api/chat/${bot}.json?lang=${lang}`)).body
  const talking = (device: Device, chat: string, bot = planner, lang = 'en') => ({
    say: (message: string, more: Record<string, unknown> = {}) =>
      device.ask<Reply>('POST', `/api/chat/${chat}`, { message, bot, lang, ...more }),
    thought: () => device.get<{ thought?: string; redirect?: string }>(`/api/chat/${chat}/thought`),
  })
  /** Sends the messages one after the other; resolves to the bot's last reply. */
  const through = async (device: Device, chat: string, messages: readonly string[], bot = planner, lang = 'en') => {
    const { say } = talking(device, chat, bot, lang)
    let last: Reply | undefined
    for (const message of messages) last = (await say(message)).body
    return last as Reply
  }
  const saved = async (device: Device, chat: string) => {
    const { thought } = talking(device, chat)
    for (;;) {
      const { redirect } = (await thought()).body
      if (redirect) return redirect
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  it('RV-179 RV-180 RV-296 RV-297 a worker talks through the day in English and gets a signed plan with its PDF', async () => {
    const device = await server.person(otherWorker)
    const page = await open(device)
    expect(page).toMatchObject({ component: 'chat', componentConfig: { title: 'PTP Agent', params: { bot: planner }, messages: [] } })
    expect(page.componentConfig).not.toHaveProperty('greeting')
    expect(page.componentConfig.suggestions).toContain('Concrete pour')
    const { chat } = page.componentConfig
    const { say, thought } = talking(device, chat)
    expect((await thought()).body).toEqual({})

    const first = (await say('Welding and cutting, moving material')).body
    expect(first.text).toContain('## Welding and cutting')
    expect(first.text).toContain('- **Fire and burns**')
    expect((await say('no')).body.text).toContain('Every task has something that can hurt')
    expect((await say('Fire and burns, sharp edges')).body.text).toContain('- **Fire watch with extinguisher**')
    expect((await say('Fire watch with extinguisher, gloves')).body.text).toContain('## Moving material')
    await say('all')
    const permit = (await say('Two people lift')).body
    expect(permit.text).toBe('Is the hot work permit signed and on site?')
    expect((await say('maybe')).body.text).toContain('Please answer yes or no.')
    const people = (await say('No')).body
    expect(people.text).toContain('Stop: do not begin this work without the permit.')
    const review = (await say('Luis Rojas and Ana Flores')).body
    expect(review.text).toContain('## People\nLuis Rojas, Ana Flores')
    expect(review.text.endsWith('Is this plan right, and has everyone on it heard it?')).toBe(true)
    expect((await say('Yes')).body.text).toContain('- **Ashley Tran**\n- **Luis Rojas**\n- **Ana Flores**')
    expect((await say('Luis Rojas')).body.text).toContain('Your own name has to be on the list of people who sign.')
    const last = (await say('Ashley Tran, Luis Rojas')).body
    expect(last).toEqual({ text: 'Thank you. Your plan is signed and is being saved. Work safe.', completing: true })

    const redirect = await saved(device, chat)
    expect(redirect).toBe(`/frontend/forms/pre-task-plan/${chat}`)
    const { record } = (await device.get<Page>(`${redirect.replace('/frontend', '/api')}.json`)).body
    expect(record?.model).toMatchObject({
      made_by: 'Ashley Tran',
      task_names: 'Welding and cutting, Moving material',
      tasks: [
        { task: 'Welding and cutting', hazards: 'Fire and burns\nsharp edges', controls: 'Fire watch with extinguisher\ngloves' },
        { task: 'Moving material', controls: 'Two people lift' },
      ],
      permit_missing: true,
      people: ['Luis Rojas', 'Ana Flores'],
      not_signed: 'Ana Flores',
    })
    const [file] = (record?.model['files'] ?? []) as { url: string; type: string }[]
    expect(file?.type).toBe('application/pdf')
    for (const reader of [device, await server.person(manager)]) {
      const answer = await fetch(server.url + file?.url, { headers: { cookie: reader.cookie } })
      const pdf = await PDFDocument.load(await answer.arrayBuffer())
      expect([answer.status, pdf.getTitle(), pdf.getPageCount()]).toEqual([200, 'Pre-Task Plan', 1])
    }
    expect((await fetch(server.url + file?.url, { headers: { cookie: (await server.person(outsider)).cookie } })).status).toBe(404)
  })

  it('a conversation in a language that the product does not have goes on in English', async () => {
    const device = await server.person(worker)
    const { say } = talking(device, newId(), planner, 'klingon')
    expect((await say('Painting')).body.text).toContain('## Painting')
    expect((await say('Fire and burns')).status).toBe(200)
  })

  it('a message sent again, twice at once or after a restart is answered once, with the same words', async () => {
    const device = await server.person(worker)
    const chat = newId()
    const { say } = talking(device, chat)
    const id = newId()
    const [one, two] = await Promise.all([say('Painting', { id }), say('Painting', { id })])
    expect([one.status, two.status, one.body.text]).toEqual([200, 200, two.body.text])
    await server.restart()
    expect((await say('Painting', { id })).body.text).toBe(one.body.text)
    const kept = await rows(server.running.storage.db, sql`select sender, text from chat_messages where chat = ${chat} order by n`)
    expect(kept).toHaveLength(2)
    // A reply to the greeting from another phone, after this phone has continued.
    const late = await say('Roofing', { seen: 0 })
    expect([late.status, late.body.error?.code]).toEqual([409, 'conflict'])
    expect((await open(device)).componentConfig).toMatchObject({ chat, messages: [{ sender: 'user', text: 'Painting' }, { sender: 'ai' }] })
    // The last message, sent several times at once, creates one plan.
    await through(device, chat, ['Noise', 'Ear protection', 'Just me', 'yes'])
    const sign = { id: newId() }
    const name = 'Joao Pereira'
    const ends = await Promise.all([say(name, sign), say(name, sign), say(name, sign)])
    expect(ends.map(({ body }) => body.completing)).toEqual([true, true, true])
    await saved(device, chat)
    const plans = await rows(
      server.running.storage.db,
      z.object({ n: z.number() }),
      sql`select count(*)::int as n from records where path = ${`forms/pre-task-plan/${chat}`} and rev = 2`,
    )
    expect(plans[0]?.n).toBe(1)
    expect((await say('One more thing')).body.error?.code).toBe('conflict')
  })

  it('the plan is made in Spanish and in Portuguese, and the next day it can be the same again', async () => {
    const maria = await server.person(foreman)
    const spanish = newId()
    const greeting = await open(maria, planner, 'es')
    expect(greeting.componentConfig.suggestions).toContain('Excavación')
    const permit = await through(maria, spanish, ['Excavación', 'Derrumbe de zanja', 'todas'], planner, 'es')
    expect(permit.text).toBe('¿Está firmado y en el sitio el permiso de excavación?')
    const people = await through(maria, spanish, ['Sí'], planner, 'es')
    expect(people.text).toContain('¿Quién trabaja con usted en esto?')
    const done = await through(maria, spanish, ['Rosa Díaz y Łukasz Żak', 'sí', 'Marisol Vega'], planner, 'es')
    expect(done).toEqual({ text: 'Gracias. Su plan está firmado y se está guardando. Trabajen seguros.', completing: true })
    await saved(maria, spanish)
    const again = newId()
    expect((await open(maria, planner, 'es')).componentConfig.suggestions[0]).toBe('Lo mismo que la última vez')
    expect((await through(maria, again, ['lo mismo que la ultima vez'], planner, 'es')).text).toContain('permiso de excavación?')
    expect((await through(maria, again, ['si'], planner, 'es')).text).toContain('- **Rosa Díaz**\n- **Łukasz Żak**')

    const joao = await server.person(worker)
    const chat = newId()
    const last = await through(joao, chat, ['Telhado', 'Queda de altura', 'Cinto preso na linha de vida', 'Só eu'], planner, 'pt')
    expect(last.text.endsWith('Está certo este plano, e todos nele o ouviram?')).toBe(true)
    expect((await through(joao, chat, ['não'], planner, 'pt')).text).toContain('- **Perigos**')
    expect((await through(joao, chat, ['Perigos'], planner, 'pt')).text).toContain('## Telhado')
    expect((await through(joao, chat, ['Ruído', 'voltar'], planner, 'pt')).text).toContain('O que pode machucar alguém aqui?')
    expect((await through(joao, chat, ['começar de novo'], planner, 'pt')).text).toBe('Que tarefas vocês vão fazer hoje?')
  })

  it('the Toolbox Talk Agent holds a talk, asks whether the crew understood it, and keeps who took part', async () => {
    const device = await server.person(foreman)
    const page = await open(device, talker)
    expect(page.componentConfig).toMatchObject({ title: 'Toolbox Talk Agent', greeting: 'Which talk do you hold today?' })
    const { chat } = page.componentConfig
    const first = await through(device, chat, ['Ladders'], talker)
    expect(first.text).toContain('- Three points of contact, belt buckle between the rails.')
    expect(first.text).toContain('- **3 ft (1 m)**')
    expect((await through(device, chat, ['One hand'], talker)).text).toContain('Not quite.')
    expect((await through(device, chat, ['3 ft (1 m)'], talker)).text).toContain('What did the crew raise or ask?')
    const end = await through(device, chat, ['Stair B has a loose tread', 'Luis Rojas, Ana Flores', 'Marisol Vega, Luis Rojas'], talker)
    expect(end.completing).toBe(true)
    const address = await saved(device, chat)
    const { record } = (await device.get<Page>(`${address.replace('/frontend', '/api')}.json`)).body
    expect(record?.model).toMatchObject({
      topic: 'Ladders',
      raised: 'Stair B has a loose tread',
      people: ['Luis Rojas', 'Ana Flores'],
      not_signed: 'Ana Flores',
    })
  })

  it('a worker finds the form in My Tasks and by the code of its poster, and people of other projects do not', async () => {
    const device = await server.person(otherWorker)
    const tasks = (await device.get<Page>(`/api/tasks/${device.uid}.json`)).body.componentConfig.items
    expect(tasks?.find(({ title }) => title === 'Pre-Task Plan')?.url).toBe(`/frontend/chat/${planner}`)
    const boss = await server.person(manager)
    const poster = (await boss.get<{ address: string; short: string }>(`/api/automation/${planner}/poster`)).body
    expect(poster.address).toContain(`/frontend/chat/${planner}`)
    const short = (await device.get<Page & { componentConfig: { redirectNow: string } }>(`/api/q/${poster.short.split('/').at(-1)}.json`))
      .body
    expect(short.componentConfig.redirectNow).toBe(`/frontend/chat/${planner}`)
    const stranger = await server.person(outsider)
    expect((await stranger.get(`/api/chat/${planner}.json`)).status).toBe(403)
    expect((await talking(stranger, newId()).say('Painting')).status).toBe(403)
    expect((await server.nobody().get(`/api/chat/${planner}.json`)).status).toBe(401)
    expect((await device.get(`/api/chat/${idOf('bot Daily Manpower')}.json`)).status).toBe(404)
    // Another person's chat is not accessible.
    const own = newId()
    await talking(device, own).say('Painting')
    const other = await server.person(worker)
    expect((await talking(other, own).say('Noise')).status).toBe(404)
    expect((await talking(other, own).thought()).status).toBe(404)
    expect((await other.ask('POST', `/api/chat/${own}/cancel`, {})).status).toBe(404)
    expect((await talking(device, newId()).say('Painting', { bot: undefined })).body.error?.message).toContain('names its bot')
    expect((await talking(device, own).say('   ')).status).toBe(400)
  })

  it('a cancelled conversation is lost: opened again, the bot starts from the beginning', async () => {
    const device = await server.person(manager)
    const chat = newId()
    await talking(device, chat).say('Masonry')
    expect((await open(device)).componentConfig.chat).toBe(chat)
    expect((await device.ask('POST', `/api/chat/${chat}/cancel`, {})).status).toBe(200)
    const page = await open(device)
    expect(page.componentConfig.chat).not.toBe(chat)
    expect(page.componentConfig.messages).toEqual([])
  })

  it('RV-235 a conversation that was left on another device asks this one to load the page again', async () => {
    const device = await server.person(worker)
    const { chat } = (await open(device)).componentConfig
    const { say, thought } = talking(device, chat)
    await say('Welding and cutting')
    expect((await thought()).body).not.toHaveProperty('redirect')
    await (await server.person(worker)).ask('POST', `/api/chat/${chat}/cancel`, {})
    expect((await thought()).body).toEqual({ redirect: 'refresh' })
    expect((await open(device)).componentConfig.chat).not.toBe(chat)
  })

  it('a bot that was made without a form gets one of its own, and one that is switched off says so', async () => {
    const { db } = server.running.storage
    const id = newId()
    await db.execute(
      sql`insert into automations (id, team, owner, class, title) values (${id}, ${tower}, ${idOf('Grace Okafor')}, 'pre-task-plan', 'Night shift')`,
    )
    const device = await server.person(worker)
    const tasks = async () => (await device.get<Page>(`/api/tasks/${device.uid}.json`)).body.componentConfig.items
    expect((await tasks())?.filter(({ title }) => title === 'Night shift')).toEqual([
      expect.objectContaining({ url: `/frontend/chat/${id}` }),
    ])
    expect((await open(device, id)).component).toBe('chat')
    expect((await tasks())?.filter(({ url }) => url === `/frontend/chat/${id}`)).toHaveLength(1)
    await db.execute(sql`update automations set disabled = true where id = ${id}`)
    expect((await device.get<Reply>(`/api/chat/${id}.json`)).body.error?.message).toBe(
      'Este bot está desligado. Pergunte no escritório da obra.',
    )
  })

  it('takes from the stored last plan no more than a conversation makes', async () => {
    const device = await server.person(worker)
    const many = (count: number) => Array.from({ length: count }, (_, n) => `h${n}`)
    const tasks = [
      null,
      { task: 'Painting', hazards: many(40_000).join('\n'), controls: many(40_000) },
      ...many(3_000).map((task) => ({ task, hazards: 'Dust', controls: 'x'.repeat(300) })),
    ]
    const plan = { payload: { tasks, people: many(40_000) }, feed: false }
    expect((await device.save(`forms/pre-task-plan/${newId()}`, plan)).status).toBe(200)
    const chat = newId()
    const { say } = talking(device, chat)
    const people = await say('Same as last time')
    expect(people.status).toBe(200)
    const review = await say('Just me')
    expect([review.status, review.body.text.match(/^## /gm)?.length]).toEqual([200, 8])
    expect(review.body.text).toContain('- Hazards: h0, h1, h2, h3, h4, h5, h6, h7, h8, h9, h10, h11\n')
    expect(review.body.text.length).toBeLessThan(8 * 3_000)
    await device.ask('POST', `/api/chat/${chat}/cancel`, {})
  })

  it('a language model adds hazards that a person may choose, and nothing else; without its answer the talk goes on', async () => {
    await server.restart({ assistant: { url: model.url(), key: 'k', model: 'small' } })
    const device = await server.person(otherWorker)
    model.next.push({ parts: ['1. Wet **paint** fu', 'mes\n- Solvent\nA whole sentence that tells the worker to do something else\n'] })
    const helped = await through(device, newId(), ['Painting'])
    expect(model.asked[0]).toMatchObject({ authorization: 'Bearer k', body: { model: 'small', stream: true } })
    expect(helped.text).toContain('- **Wet paint fumes**\n- **Solvent**')
    expect(helped.text).toContain('- **Chemicals on skin or eyes**')
    expect(helped.text).not.toContain('whole sentence')
    for (const trouble of [{ status: 500 }, { parts: ['Sol'], cut: true }]) {
      model.next.push(trouble)
      const alone = await through(device, newId(), ['Painting'])
      expect(alone.text).toContain('- **Chemicals on skin or eyes**')
      expect(alone.text).not.toContain('Sol')
    }
    expect(server.log.join('')).not.toContain('Painting')
  })
})
