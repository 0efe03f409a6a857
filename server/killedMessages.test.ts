import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startMailServer } from '../tests/harness/mailServer.ts'
import { startProcess } from '../tests/harness/serverProcess.ts'
import { type Device, manager, tower, useServer } from '../tests/harness/testServer.ts'
import { textProvider } from '../tests/harness/textProvider.ts'
import type { ServerConfig } from './main.ts'

type Post = (path: string, body: object, headers?: Record<string, string>) => Promise<unknown>

/** A mail server or text provider that takes connections and never answers. */
async function silentProvider(kind: 'mail' | 'text') {
  let asked = 0
  const server = createServer((socket) => {
    // A mail server speaks first.
    if (kind === 'mail') asked++
    socket.on('data', (bytes) => {
      // The server also polls a text provider.
      if (String(bytes).startsWith('POST')) asked++
    })
    socket.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, asked: () => asked, close: () => void server.close() }
}

describe('a server that is killed between a commit and the message that follows from it', () => {
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
    for (const mobile of [manager]) people.set(mobile, await server.person(mobile))
    await server.running.close()
  })
  afterAll(() => {
    for (const one of [silentMail, silentTexts, mail, texts]) one.close()
  })

  const sms = (baseUrl: string) => ({ baseUrl, account: 'AC1', token: 't0ken', from: '+12025550100' })
  const from = 'Muster <muster@example.com>'
  const mailsTo = (address: string) => mail.mails.filter((one) => one.includes(`To: ${address}`))

  it.each<{ what: string; by: string; cause: (post: Post) => Promise<unknown>; sent: () => string[] }>([
    {
      what: 'the mail of an invitation to a project',
      by: manager,
      cause: (post) => post(`/api/team/${tower}:invite`, { email: 'ana@ruiz.example' }),
      sent: () => mailsTo('ana@ruiz.example'),
    },
    {
      what: 'the text of an invitation',
      by: manager,
      cause: (post) => post(`/api/team/${tower}:inviteNumbers`, { text: 'Ana Ruiz 202 555 0188', status: 'Worker', send: true }),
      sent: () => texts.textsTo('+12025550188'),
    },
  ])(
    'sends $what after its restart',
    async ({ by, cause, sent }) => {
      const settings: Partial<ServerConfig> = {
        mail: { url: `smtp://127.0.0.1:${silentMail.port}`, from },
        sms: sms(`http://127.0.0.1:${silentTexts.port}`),
      }
      const asked = () => silentMail.asked() + silentTexts.asked()
      const before = asked()
      const first = await startProcess(server.dataDir, settings)
      const { cookie = '', uid = '', device = '' } = people.get(by) ?? {}
      const post: Post = (path, body, headers = {}) =>
        fetch(first.url + path, {
          method: 'POST',
          headers: { cookie, 'x-actor': uid, 'x-device': device, 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        })
      // Some of these wait for the provider.
      const answered = cause(post).catch(() => undefined)
      await expect.poll(asked, { timeout: 120_000 }).toBeGreaterThan(before)
      await first.kill()
      await answered
      expect(sent()).toEqual([])

      const second = await startProcess(server.dataDir, { mail: { url: mail.url, from }, sms: sms(texts.env.SMS_URL) })
      // After a text whose answer was lost, the server first asks the provider whether it has it.
      await expect.poll(() => sent().length, { timeout: 120_000 }).toBe(1)
      await second.kill()
    },
    300_000,
  )
})
