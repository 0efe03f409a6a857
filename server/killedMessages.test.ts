import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../tests/harness/freePort.ts'
import { startMailServer } from '../tests/harness/mailServer.ts'
import { startProcess } from '../tests/harness/serverProcess.ts'
import { account, type Device, keyOfDevice, manager, newId, owner, tower, useServer, worker } from '../tests/harness/testServer.ts'
import { textProvider } from '../tests/harness/textProvider.ts'

/** A mail server or text provider that is given messages and never answers. */
async function silentProvider(kind: 'mail' | 'text') {
  let heard = ''
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    if (kind === 'mail') socket.write('220 test\r\n')
    socket.on('data', (bytes) => {
      heard += String(bytes)
      // A mail is addressed with the third command.
      if (kind === 'mail' && !/^RCPT/i.test(String(bytes))) socket.write('250 ok\r\n')
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    has: (to: string) => heard.includes(kind === 'mail' ? `RCPT TO:<${to}>` : `To=${encodeURIComponent(to)}`),
    close: () => void server.close(),
  }
}

const sms = (baseUrl: string) => ({ baseUrl, account: 'AC1', token: 't0ken', from: '+12025550100' })
const from = 'Muster <muster@example.com>'

describe('a server that is killed between a commit and the messages that follow from it', () => {
  const server = useServer()
  let silentMail: Awaited<ReturnType<typeof silentProvider>>
  let silentTexts: Awaited<ReturnType<typeof silentProvider>>
  let mail: Awaited<ReturnType<typeof startMailServer>>
  let texts: Awaited<ReturnType<typeof textProvider>>
  const people = new Map<string, Device>()
  beforeAll(async () => {
    ;[silentMail, silentTexts, mail, texts] = [
      await silentProvider('mail'),
      await silentProvider('text'),
      await startMailServer(),
      await textProvider(),
    ]
    for (const mobile of [owner, manager, worker]) people.set(mobile, await server.person(mobile))
    await server.running.close()
  })
  afterAll(() => {
    for (const one of [silentMail, silentTexts, mail, texts]) one.close()
  })

  const visitor = { email: 'vera@example.com', name: 'Vera', company: 'Vera & Sons', number: '+12025550177' }
  const record = `/api/data/forms/hazard-report/${newId()}`
  const saved = { payload: { hazard_type: 'slip' }, feed: { type: 'message', sms: true, text: 'Thanks' } }
  interface Caused {
    readonly by: string
    readonly path: string
    readonly body: object
    readonly headers?: Record<string, string>
    readonly to: string
  }
  const kinds: Readonly<Record<string, Caused>> = {
    'mail of an invitation to a project': {
      by: manager,
      path: `/api/team/${tower}:invite`,
      body: { email: 'ana@ruiz.example' },
      to: 'ana@ruiz.example',
    },
    'mail of an invitation to a billing account': {
      by: owner,
      path: `/api/billing/${account}:invite`,
      body: { email: 'max@ruiz.example' },
      to: 'max@ruiz.example',
    },
    'text of an invitation': {
      by: manager,
      path: `/api/team/${tower}:inviteNumbers`,
      body: { text: 'Ana Ruiz 202 555 0188', status: 'Worker', send: true },
      to: '+12025550188',
    },
    'text with the link of a demo': {
      by: worker,
      path: '/api/groundbreak',
      body: { ...visitor, time: new Date().toISOString() },
      to: visitor.number,
    },
    'text that a save causes': {
      by: worker,
      path: record,
      body: saved,
      headers: { 'idempotency-key': newId(), 'x-seq': '1', 'if-match': '"0"' },
      to: worker,
    },
  }
  const isMail = (to: string) => to.includes('@')
  const countOf = (to: string) => (isMail(to) ? mail.mails.filter((one) => one.includes(`To: ${to}`)) : texts.textsTo(to)).length
  const ofEach = <Found>(find: (to: string) => Found) =>
    Object.fromEntries(Object.entries(kinds).map(([kind, { to }]) => [kind, find(to)] as const))
  const all = <Found>(found: Found) => ofEach(() => found)

  it('sends each of them after its restart', async () => {
    const first = await startProcess(server.dataDir, {
      mail: { url: `smtp://127.0.0.1:${silentMail.port}`, from },
      sms: sms(`http://127.0.0.1:${silentTexts.port}`),
    })
    const answered = Object.values(kinds).map(async ({ by, path, body, headers = {} }) => {
      const { cookie = '', uid = '', device = '' } = people.get(by) ?? {}
      const own = { cookie, 'x-actor': uid, 'x-device': device, 'x-device-key': keyOfDevice(device), 'content-type': 'application/json' }
      // Some of these wait for the provider until the server is killed.
      await fetch(first.url + path, { method: 'POST', headers: { ...own, ...headers }, body: JSON.stringify(body) }).catch(() => undefined)
    })
    const isHandedOver = (to: string) => (isMail(to) ? silentMail : silentTexts).has(to)
    await expect.poll(() => ofEach(isHandedOver), { timeout: 120_000 }).toEqual(all(true))
    await first.kill()
    await Promise.all(answered)
    expect(ofEach(countOf)).toEqual(all(0))

    const second = await startProcess(server.dataDir, { mail: { url: mail.url, from }, sms: sms(texts.env.SMS_URL) })
    // After a text whose answer was lost, the server first asks the provider whether it has it.
    await expect.poll(() => ofEach(countOf), { timeout: 120_000 }).toEqual(all(1))
    await second.kill()
  }, 300_000)
})

describe('an invitation that waits for its provider', () => {
  let texts: Awaited<ReturnType<typeof textProvider>>
  beforeAll(async () => void (texts = await textProvider()))
  afterAll(() => texts.close())
  const server = useServer()

  it('is not sent when another one has replaced it meanwhile', async () => {
    const person = await server.person(manager)
    await server.restart({ sms: sms(`http://127.0.0.1:${await freePort()}`) })
    const invite = (line: string) => person.ask('POST', `/api/team/${tower}:inviteNumbers`, { text: line, status: 'Worker', send: true })
    for (const line of ['Ana Ruiz 202 555 0188', 'Ana Ruiz 202 555 0188', 'Ben Ruiz 202 555 0189'])
      expect((await invite(line)).status).toBe(200)
    await server.restart({ sms: sms(texts.env.SMS_URL) })
    await server.running.idle()
    expect(['+12025550188', '+12025550189'].map((to) => texts.textsTo(to).length)).toEqual([1, 1])
  })
})
