import { beforeAll, describe, expect, it } from 'vitest'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import type { DemoPhone } from '../../../contract/endpoints/conversations.ts'
import type { inviteNumbers } from '../../../contract/endpoints/people/inviteNumbers.ts'
import { type Device, foreman, manager, outsider, tower, useServer, worker } from '../../../tests/harness/testServer.ts'

type Answer = AnswerOf<typeof inviteNumbers>

describe('invitations by mobile number', () => {
  const server = useServer()
  let boss: Device
  beforeAll(async () => {
    boss = await server.person(manager)
  })
  const invite = (text: string, send: boolean, device = boss) =>
    device.ask<Answer>('POST', `/api/team/${tower}:inviteNumbers`, { text, status: 'Worker', send })
  const texts = async (mobile: string) => {
    await server.running.idle()
    const { phones } = (await server.nobody().get<{ phones: DemoPhone[] }>('/api/demo/phones')).body
    return (phones.find(({ number }) => number === mobile)?.lines ?? []).map(({ text }) => text)
  }

  it('the preview names the problem of each line and sends nothing', async () => {
    const typed = [
      'Ana Ruiz, (202) 555-0188',
      '',
      'call me maybe',
      'Max +49 151 23456789',
      '+1 202 555 0188',
      `Ashley ${worker}`,
      '202.555.0189',
    ].join('\n')
    const { body } = await invite(typed, false)
    expect(body.lines).toEqual([
      { line: 'Ana Ruiz, (202) 555-0188', name: 'Ana Ruiz', mobile: '+12025550188' },
      { line: 'call me maybe', name: 'call me maybe', problem: 'noNumber' },
      { line: 'Max +49 151 23456789', name: 'Max', problem: 'notServed' },
      { line: '+1 202 555 0188', mobile: '+12025550188', problem: 'twice' },
      { line: `Ashley ${worker}`, name: 'Ashley', mobile: worker, problem: 'member' },
      { line: '202.555.0189', mobile: '+12025550189' },
    ])
    expect(body).toMatchObject({ sent: 0, title: 'Harbor Point Tower' })
    expect(body.text).toContain('invites you to Harbor Point Tower')
    expect(await texts('+12025550188')).toEqual([])
  })

  it('each person gets a link of their own, joins with the number that it went to, and a new link replaces the old one', async () => {
    const sent = await invite('Ana Ruiz 202 555 0188\n202 555 0189', true)
    expect(sent.body).toMatchObject({ sent: 2 })
    const [first = ''] = await texts('+12025550188')
    expect((await invite('2025550188', false)).body.lines).toMatchObject([{ again: true }])
    await invite('Ana Ruiz 2025550188', true)
    const linkIn = (text: string) => /\/invite\/([\w-]+)/.exec(text)?.[1] ?? ''
    const second = (await texts('+12025550188')).at(-1) ?? ''
    expect(linkIn(second)).not.toBe(linkIn(first))
    const join = (text: string) =>
      server.nobody().ask<{ success: boolean }>('POST', '/auth/join', { token: linkIn(text), name: 'Ana Ruiz' })
    expect((await join(first)).status).toBe(404)
    expect((await join(second)).body.success).toBe(true)
    expect((await invite('2025550188', false)).body.lines).toMatchObject([{ problem: 'member' }])
  })

  it('only people who manage the members of the project invite', async () => {
    expect((await invite('2025550190', true, await server.person(foreman))).status).toBe(403)
    for (const one of [worker, outsider]) expect((await invite('2025550190', true, await server.person(one))).status).toBe(404)
  })
})
