import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import type { ExecutionRow } from '../../../contract/endpoints/executions.ts'
import type { Me } from '../../../contract/endpoints/sign-in.ts'
import { rows } from '../../storage/database.ts'
import { constructionPaths } from '../../adapters/source-system/http/restSystem.ts'
import { constructionSystem } from '../../../tests/harness/constructionSystem.ts'
import { linkLogin } from '../../../tests/harness/linkLogin.ts'
import { account, type Device, manager, newId, owner, school, useServer } from '../../../tests/harness/testServer.ts'
import { findExecution } from '../executions/executionRow.ts'
import { waitForLogin } from '../executions/waitForLogin.ts'
import { updateExecution } from '../executions/writeExecution.ts'
import { accessOf, LoginNeeded } from './accessOf.ts'
import { accessToken, dropTokens, revokeTokens } from '../sign-in/loginTokens.ts'

const system = await constructionSystem()

describe('writing with the login of the bot’s owner', () => {
  const api = { baseUrl: system.url, tokenUrl: `${system.url}/token`, clientId: 'reader', clientSecret: 'reader-secret', account: 'c' }
  const server = useServer({
    sourceSystems: { construction: { ...api, paths: constructionPaths } },
    logins: [
      {
        key: 'construction',
        clientId: 'muster',
        authorizeUrl: `${system.url}/authorize`,
        tokenUrl: `${system.url}/token`,
        userUrl: `${system.url}/me`,
        revokeUrl: `${system.url}/revoke`,
      },
    ],
  })
  const db = () => server.running.app.storage.db
  const idle = () => server.running.idle()
  let boss: Device
  let chief: Device
  let bot: string
  let mobile: string
  let n = 0
  beforeAll(async () => {
    boss = await server.person(manager)
    chief = await server.person(owner)
    await db().execute(
      sql`update teams set source = 'construction', model = model || '{"sourceProjectReference": "c1001"}'::jsonb where id = ${school}`,
    )
  })
  beforeEach(async () => {
    await boss.ask('POST', '/api/logins:unlink', { provider: 'construction' })
    await idle()
    system.entries.length = 0
    system.revoked.length = 0
  })
  beforeEach(() => {
    system.settings.refusesWritesOf = ''
  })
  afterAll(() => system.close())

  const link = async () => {
    expect((await linkLogin(server, boss, { provider: 'construction', account: 'daniel@build' })).body.success).toBe(true)
    await idle()
  }
  const systems = async (of = boss) => (await of.get<Me>('/api/me?include=user.teams')).body.systems
  const find = async () => {
    const { executions } = (await boss.get<{ executions: ExecutionRow[] }>(`/api/automation/${bot}/executions`)).body
    if (!executions[0]) throw new Error('no conversation')
    return executions[0]
  }
  const says = async (text: string) => {
    await server.nobody().ask('POST', '/api/demo/phones', { id: newId(), from: mobile, text })
    await idle()
  }
  /** A contact answers a new bot of Daniel. */
  const answered = async (...texts: string[]) => {
    bot = newId()
    mobile = `+1202555${7000 + n++}`
    await boss.save(`automations/${bot}`, { payload: { class: 'manpower', team: school, title: 'Manpower' } })
    const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
    const model = { days, collectLocation: 'Enabled', time: '15:00', timezone: 'UTC', stopAfter: '1 hour', approvalMode: 'Approval' }
    const contacts = [{ name: 'Contact', mobile, vendor: 'Keystone Concrete' }]
    await db().execute(sql`update automations set model = ${JSON.stringify({ ...model, contacts })}::jsonb where id = ${bot}`)
    await boss.ask('POST', `/api/automation/${bot}:ask`)
    await idle()
    for (const text of texts) await says(text)
    return find()
  }
  const decide = async (completionAction: string) => {
    expect((await chief.save((await find()).path, { payload: { completionAction } }, {}, 'PATCH')).status).toBe(200)
    await idle()
    return find()
  }
  /** A contact answers, and the owner of the project approves the answer. */
  const approved = async () => {
    expect((await answered('6 for 8, gymnasium.', 'yes')).execution.requiresApproval).toBe(true)
    return decide('APPROVE')
  }
  /** Runs the second look of the waiting entry now. */
  const lookAgain = async () => {
    await db().execute(sql`update jobs set run_at = now() where kind = 'login.back' and state = 'waiting'`)
    server.running.app.storage.jobSignal.notify()
    await idle()
  }
  /** Until the end of the test, the project is paid from an account with this service account. */
  const withService = async (secret = 'company-secret') => {
    const [team] = await rows(db(), z.object({ billing: z.nullable(z.string()) }), sql`select billing from teams where id = ${school}`)
    const change = { hasProcoreServiceAccount: 'Yes', procoreServiceAccountClientId: 'company', procoreServiceAccountClientSecret: secret }
    expect((await boss.save(`billing/${account}`, { payload: change }, {}, 'PATCH')).status).toBe(200)
    await idle()
    await db().execute(sql`update teams set billing = ${account} where id = ${school}`)
    onTestFinished(async () => {
      await db().execute(sql`update teams set billing = ${team?.billing ?? null} where id = ${school}`)
      await boss.save(`billing/${account}`, { payload: { hasProcoreServiceAccount: 'No' } }, {}, 'PATCH')
      await idle()
    })
  }
  const failure = async () => (await find()).execution.approveFailure?.messages[0]?.message

  it('CO-007 CO-374 CO-003 writes as the account of the bot’s owner, and not as the person who approves or as the server', async () => {
    await link()
    const { execution } = await approved()
    expect(execution.completed).toBe(true)
    expect(system.entries).toEqual([{ by: 'daniel@build', vendor: 'Keystone Concrete' }])
    expect(execution.procore).toEqual({ root: 'https://app.procore.com', project: 'c1001' })
  })

  it('CO-007 lets an entry wait without a login, says who has to link which one, and writes it once after that', async () => {
    const { execution } = await approved()
    expect(execution).toMatchObject({ requiresAttention: true, requiresAttentionCode: 'APPROVE_FAILURE' })
    expect(await failure()).toMatch(/^Procore accepts no login of Daniel Reyes, the owner of this bot\. Daniel Reyes links it again/)
    expect(system.entries).toEqual([])
    await link()
    expect((await find()).execution.completed).toBe(true)
    await link()
    expect(system.entries).toEqual([{ by: 'daniel@build', vendor: 'Keystone Concrete' }])
  })

  it('leaves figures that change while the entry waits for a login to a person', async () => {
    await approved()
    await says('9 for 8, gymnasium.')
    expect((await find()).execution.requiresAttentionCode).toBe('MODIFIED_AFTER_FINISH')
    await link()
    expect((await find()).execution).toMatchObject({ requiresAttention: true, requiresAttentionCode: 'MODIFIED_AFTER_FINISH' })
    expect(system.entries).toEqual([])
    expect((await decide('APPROVE')).execution.completed).toBe(true)
    expect(system.entries).toHaveLength(1)
  })

  it('writes a nil entry that waited when the login is back', async () => {
    expect((await answered('nobody on site today')).execution.requiresAttentionCode).toBe('APPROVE_FAILURE')
    await link()
    expect((await find()).execution.requiresAttentionCode).toBe('NIL_ENTRY')
    expect(system.entries).toHaveLength(1)
    expect((await decide('ACKNOWLEDGE')).execution.completed).toBe(true)
  })

  it('leaves a nil entry that gets figures while it waits for a login to a person', async () => {
    await answered('nobody on site today')
    await says('9 for 8, gymnasium.')
    expect((await find()).execution.requiresAttentionCode).toBe('MODIFIED_AFTER_FINISH')
    await link()
    expect((await find()).execution.requiresAttentionCode).toBe('MODIFIED_AFTER_FINISH')
    expect(system.entries).toEqual([])
  })

  it('does not put a waiting nil entry over a decision that is carried out', async () => {
    await link()
    const { key } = await answered('nobody on site today')
    const source = 'construction' as const
    const needed = new LoginNeeded({ uid: boss.uid, name: 'Daniel', billing: null, source })
    const meanwhile = db().transaction(async (tx) => {
      const one = await findExecution(tx, key)
      if (one) await updateExecution(tx, key, { phase: 'working', model: one.model })
      await waitForLogin(tx, key, needed, {})
    })
    await expect(meanwhile).rejects.toThrow('a decision about this entry is carried out')
    await decide('ACKNOWLEDGE')
    await db().transaction((tx) => waitForLogin(tx, key, needed, {}))
    expect((await find()).execution).toMatchObject({ completed: true, requiresAttention: false })
  })

  it('unlinks and disables after the secret of the server has changed', async () => {
    await link()
    const foreign = { ...server.running.app, pepper: Buffer.from('another secret of this server, long enough') }
    expect(await accessToken(foreign, boss.uid, 'construction')).toBeUndefined()
    expect(await systems()).toEqual([{ provider: 'construction' }])
    await link()
    await db().transaction((tx) => dropTokens(foreign, tx, boss.uid))
    await withService()
    const author = { uid: boss.uid, name: 'Daniel', billing: account, source: 'construction' as const }
    await expect(accessOf(foreign, author)).rejects.toMatchObject({ refusedBilling: account })
    await idle()
    expect(await systems()).toEqual([{ provider: 'construction' }])
    expect(system.revoked).toEqual([])
  })

  it('writes with the service account when the system refuses the refreshed login too', async () => {
    await link()
    await withService()
    system.settings.refusesWritesOf = 'daniel@build'
    expect((await approved()).execution.completed).toBe(true)
    expect(system.entries).toEqual([{ by: 'service:company', vendor: 'Keystone Concrete' }])
  })

  it('names the service account when the system refuses it, and does not try it again by itself', async () => {
    await withService('wrong')
    await approved()
    expect(await failure()).toMatch(/^Procore refuses the service account of the billing account\./)
    const { rev } = await find()
    await lookAgain()
    expect((await find()).rev).toBe(rev)
    await link()
    expect(system.entries).toEqual([{ by: 'daniel@build', vendor: 'Keystone Concrete' }])
  })

  it('writes a waiting entry at once when its project changes to a billing account with a service account', async () => {
    const pays = async (billingAccount: string | null) => {
      expect((await chief.save(`teams/${school}`, { payload: { billingAccount } }, {}, 'PATCH')).status).toBe(200)
      await idle()
    }
    const [team] = await rows(db(), z.object({ billing: z.nullable(z.string()) }), sql`select billing from teams where id = ${school}`)
    await withService()
    await pays(null)
    onTestFinished(() => pays(team?.billing ?? null))
    await approved()
    expect(system.entries).toEqual([])
    await pays(account)
    expect((await find()).execution.completed).toBe(true)
    expect(system.entries).toEqual([{ by: 'service:company', vendor: 'Keystone Concrete' }])
  })

  it('revokes the tokens that a new login replaces', async () => {
    await link()
    const [, old] = [...system.tokens()].slice(-2)
    await link()
    expect(system.revoked).toContain(old)
    expect(await accessToken(server.running.app, boss.uid, 'construction')).toBeTruthy()
    expect((await approved()).execution.completed).toBe(true)
  })

  it('ends a revoke job that has no token left', async () => {
    const job = { id: 0, kind: 'login.revoke', key: 'k', payload: {}, attempt: 2 }
    await expect(revokeTokens(server.running.app, job)).resolves.toBeUndefined()
  })

  it('refreshes an access token that the system refuses, and asks for a new login when it refuses the refresh too', async () => {
    await link()
    system.expireAccess()
    expect((await approved()).execution.completed).toBe(true)
    expect(system.entries).toHaveLength(1)
    system.endLogins()
    await approved()
    expect(await failure()).toContain('Daniel Reyes links it again')
    expect(await systems()).toEqual([{ provider: 'construction' }])
    await link()
    expect((await find()).execution.completed).toBe(true)
    expect((await systems())?.[0]?.linkedAt).toBeTruthy()
    expect(system.entries).toHaveLength(2)
  })

  it('refreshes once for all who need the token at the same time, and loses no token', async () => {
    await link()
    await db().execute(sql`update logins set access_until = now() where uid = ${boss.uid}`)
    const before = system.counts.refreshes
    const given = await Promise.all(Array.from({ length: 6 }, () => accessToken(server.running.app, boss.uid, 'construction')))
    expect(new Set(given).size).toBe(1)
    expect(given[0]).toBeTruthy()
    expect(system.counts.refreshes).toBe(before + 1)
    expect((await approved()).execution.completed).toBe(true)
  })

  it('keeps a new login when an older refresh ends after it', async () => {
    await link()
    const [provider] = server.running.app.loginProviders
    if (!provider) throw new Error('no provider')
    await db().execute(sql`update logins set access_until = now() where uid = ${boss.uid}`)
    const slow = { ...provider, refresh: async (token: string) => link().then(() => provider.refresh(token)) }
    const token = await accessToken({ ...server.running.app, loginProviders: [slow] }, boss.uid, 'construction')
    expect(token).toBe(await accessToken(server.running.app, boss.uid, 'construction'))
    await idle()
    expect((await approved()).execution.completed).toBe(true)
  })

  it('revokes the tokens at the provider and deletes them when the login is unlinked, or the person is disabled', async () => {
    await link()
    expect((await boss.ask('POST', '/api/logins:unlink', { provider: 'construction' })).status).toBe(200)
    await idle()
    expect(system.revoked.map((token) => token.split('-')[0])).toEqual(['refresh', 'access'])
    expect(await systems()).toEqual([])
    await link()
    expect((await chief.ask('POST', `/api/people/${boss.uid}:disable`, { disabled: true })).status).toBe(200)
    await idle()
    expect(system.revoked).toHaveLength(4)
    expect(await accessToken(server.running.app, boss.uid, 'construction')).toBeUndefined()
    expect((await chief.ask('POST', `/api/people/${boss.uid}:disable`, { disabled: false })).status).toBe(200)
    boss = await server.person(manager)
    expect(await systems()).toEqual([{ provider: 'construction' }])
  })

  it('writes with the service account of the billing account where one is set, and wakes what waited for it', async () => {
    const { billing } = (
      await rows(db(), z.object({ billing: z.nullable(z.string()) }), sql`select billing from teams where id = ${school}`)
    )[0] ?? { billing: null }
    await db().execute(sql`update teams set billing = ${account} where id = ${school}`)
    await approved()
    expect(system.entries).toEqual([])
    const change = {
      hasProcoreServiceAccount: 'Yes',
      procoreServiceAccountClientId: 'company',
      procoreServiceAccountClientSecret: 'company-secret',
    }
    const saved = await boss.save(`billing/${account}`, { payload: change }, {}, 'PATCH')
    expect(saved.status).toBe(200)
    await idle()
    expect(system.entries).toEqual([{ by: 'service:company', vendor: 'Keystone Concrete' }])
    await db().execute(sql`update teams set billing = ${billing} where id = ${school}`)
  })

  it('stores no token and no secret in plain text', async () => {
    await link()
    await approved()
    const tables = await rows(
      db(),
      z.object({ name: z.string() }),
      sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    const stored: string[] = []
    for (const { name } of tables) {
      const found = await rows(
        db(),
        z.object({ text: z.nullable(z.string()) }),
        sql`select string_agg(t::text, '') as text from ${sql.identifier(name)} t`,
      )
      stored.push(found[0]?.text ?? '')
    }
    const text = stored.join('')
    expect(text).toContain('Keystone Concrete')
    expect(system.tokens().filter((token) => text.includes(token) || server.log.join('').includes(token))).toEqual([])
    expect(text).not.toContain('company-secret')
  })

  it('RV-193 leads from an entry to the environment of its project', async () => {
    await link()
    await approved()
    await db().execute(sql`update teams set source = 'construction-sandbox' where id = ${school}`)
    expect((await find()).execution.procore).toEqual({ root: 'https://sandbox.procore.com', project: 'c1001' })
    await db().execute(sql`update teams set source = 'construction' where id = ${school}`)
  })
})
