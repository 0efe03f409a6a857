import { afterAll, describe, expect, it } from 'vitest'
import { startMailServer } from '../../tests/harness/mailServer.ts'
import { newId, useServer } from '../../tests/harness/testServer.ts'

const mail = await startMailServer()
afterAll(() => mail.close())

describe('a server with a mail server and without a text provider', () => {
  const owner = { mobile: '+12025550150', name: 'Ruth Vega', project: 'Pier 7', email: 'ruth@vega.example' }
  const server = useServer({
    demo: false,
    owner,
    mail: { url: mail.url, from: 'Muster <muster@example.com>' },
    supportUrl: 'https://help.example.com',
  })
  const ask = (mobile: string) => server.nobody().ask('POST', '/auth/verify', { mobile })

  it('CO-030 sends the PIN to the address of the account, and the same answer to a number without one; the session knows the address of the help', async () => {
    expect(server.said.join('\n')).toContain('PINs go by e-mail to people with an address in their account')
    const [known, unknown] = [await ask(owner.mobile), await ask('+12025550188')]
    expect([known.status, known.body]).toEqual([200, { success: true, way: 'mail' }])
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    await expect.poll(() => mail.mails.length).toBe(1)
    expect(mail.mails[0]).toContain('To: ruth@vega.example')
    const pin = /^(\d{6}) is your PIN/m.exec(mail.mails[0] ?? '')?.[1] ?? ''
    const answer = await server.nobody().ask<{ success: boolean; uid: string }>('POST', '/auth/signup', { mobile: owner.mobile, pin })
    expect(answer.body.success).toBe(true)
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect((await server.nobody().get<{ support?: string }>('/api/me', { cookie, 'x-actor': answer.body.uid })).body.support).toBe(
      'https://help.example.com',
    )
    expect(server.log.join('\n')).not.toContain(pin)
  })

  it('mails the PIN of a kiosk to its contact', async () => {
    const sent = mail.mails.length
    await ask(owner.mobile)
    await expect.poll(() => mail.mails.length).toBe(sent + 1)
    const pin = /^(\d{6}) is your PIN/m.exec(mail.mails.at(-1) ?? '')?.[1] ?? ''
    const answer = await server.nobody().ask<{ uid: string }>('POST', '/auth/signup', { mobile: owner.mobile, pin })
    const signedIn = { cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '', 'x-actor': answer.body.uid }
    const boss = server.nobody()
    let seq = 0
    const save = async (path: string, payload: object) => {
      const { status } = await boss.ask(
        'POST',
        `/api/data/${path}`,
        { payload },
        { ...signedIn, 'idempotency-key': newId(), 'x-seq': String((seq += 1)) },
      )
      expect([path, status]).toEqual([path, 200])
    }
    const [team, bot] = [newId(), newId()]
    await save(`teams/${team}`, { name: 'Pier 8', owner: answer.body.uid, deleted: false })
    await save(`automations/${bot}`, { class: 'attendance', team, title: 'Gate 8', form: 'new' })
    const { code } = (await boss.ask<{ code: string }>('POST', `/api/automation/${bot}/kiosk/ticket`, {}, signedIn)).body
    const tablet = server.nobody()
    const { verificationContacts } = (await tablet.get<{ verificationContacts: { verifyToken: string }[] }>(`/api/kiosk/${code}/info`)).body
    const token = verificationContacts[0]?.verifyToken
    const asked = () => tablet.ask<{ error?: { message: string } }>('POST', `/api/kiosk/${code}/verify`, { token })
    expect((await asked()).status).toBe(200)
    await expect.poll(() => mail.mails.length).toBe(sent + 2)
    expect(mail.mails.at(-1)).toContain('To: ruth@vega.example')
    expect(mail.mails.at(-1)).toMatch(/\d{6} is the PIN for the kiosk/)
  })

  it('CO-187 makes new accounts for mobile numbers of the four countries alone', async () => {
    const details = { email: 'a@example.com', name: 'Anna', company: 'Berg' }
    const refused = { success: false, code: 'COUNTRY_NOT_SERVED' }
    for (const mobile of ['+4915112345678', '+33612345678']) {
      expect((await server.nobody().ask('POST', '/auth/verify', { mobile, ...details })).body).toEqual(refused)
      expect((await server.nobody().ask('POST', '/auth/signup', { mobile, pin: '123456', ...details })).body).toEqual(refused)
    }
    for (const mobile of ['+12025550123', '+16135550123', '+61412345678', '+447400123456'])
      expect((await server.nobody().ask('POST', '/auth/verify', { mobile, ...details })).body).toMatchObject({ success: true })
  })
})
