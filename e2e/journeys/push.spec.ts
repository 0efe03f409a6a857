import { test as base, expect, type Page } from '@playwright/test'
import { harborPoint } from '../../server/demo/company.ts'
import { browserKeys, startPushService } from '../../tests/harness/pushService.ts'
import { noticesBrowser } from '../../scripts/steps/browser.mjs'
import { newId, people, signInApi } from '../harness/api.ts'
import { type Muster, startMuster } from '../harness/server.ts'
import { testArgs } from '../harness/browser.ts'
import { wakeWorker } from '../harness/wakeWorker.ts'
import { fill, processed, save } from '../pages/form.ts'
import { enterPin, signOutHere } from '../pages/signIn.ts'

/** The headless shell, which other tests use, refuses notices. */
const executablePath = await noticesBrowser()

type PushService = Awaited<ReturnType<typeof startPushService>>

/** Service workers need a secure origin: localhost is one. */
const test = base.extend<object, { service: PushService; server: Muster; site: string }>({
  service: [
    async ({ browserName: _ }, provide) => {
      const service = await startPushService()
      await provide(service)
      await service.stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ service }, provide) => {
      const server = await startMuster({ env: { PUSH_SERVICES: service.origin } })
      await provide(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  site: [async ({ server }, provide) => provide(`http://localhost:${server.port}`), { scope: 'worker' }],
})

test.skip(executablePath === undefined, 'notices need a whole Chromium or Chrome: a headless shell refuses them')
test.use({ launchOptions: { ...(executablePath !== undefined && { executablePath }), args: testArgs } })

interface Address {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

/**
 * Runs in the page: a browser whose push service is the one of this test. The browsers of the tests reach no push
 * service of their own.
 */
function subscribeToTestService(address: Address) {
  const stored = 'test:subscribed'
  const subscription = {
    ...address,
    toJSON: () => address,
    unsubscribe: async () => {
      const was = localStorage.getItem(stored) !== null
      localStorage.removeItem(stored)
      return was
    },
  }
  const own = {
    getSubscription: async () => (localStorage.getItem(stored) === null ? null : subscription),
    subscribe: async () => {
      localStorage.setItem(stored, 'yes')
      return subscription
    },
  }
  Object.assign(PushManager.prototype, own)
}

const noticesOf = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const shown = await registration.getNotifications()
    return shown.map(({ title, body, tag, data }) => ({ title, body, tag, path: (data as { path: string }).path }))
  })

/** Runs in the worker. Only a press of a person lets a worker focus a window, and no test can make one. */
const press = (tag: string) => `(async () => {
  WindowClient.prototype.focus = async function () { return this }
  const notices = await self.registration.getNotifications()
  const notification = notices.find(({ tag }) => tag.startsWith('${tag}'))
  self.dispatchEvent(new NotificationEvent('notificationclick', { notification }))
})()`

test('an owner turns on notices, opens the notice of a roll call without a connection, and gets none after the log-out', async ({
  page,
  context,
  server,
  service,
  site,
}) => {
  const browser = browserKeys()
  const path = `/wpush/${newId()}`
  await context.addInitScript(subscribeToTestService, { endpoint: service.origin + path, keys: browser.keys })
  await context.grantPermissions(['notifications'], { origin: site })
  const received = () => service.received.filter((one) => one.path === path).map(({ body }) => browser.decrypt(body))
  /** The server may send other notices meanwhile: a message is known by its tag. */
  const messageOf = async (tag: string) => {
    const find = () => received().find((message) => (JSON.parse(message) as { tag: string }).tag === tag)
    await expect.poll(find).toBeDefined()
    return find() ?? ''
  }

  await page.goto(`${site}/sign-in`)
  await enterPin(page, server.address, people.owner)
  await expect(page).not.toHaveURL(/sign-in/)
  await page.goto(`${site}/sessions#notices`)
  await page.evaluate(() => navigator.serviceWorker.ready)
  const key = await page.evaluate(async () => ((await (await fetch('/api/push')).json()) as { publicKey: string }).publicKey)
  service.accept(key)

  await page.getByRole('button', { name: 'Turn on on this device' }).click()
  await expect(page.getByText('Notices are on for this device.')).toBeVisible()
  await page.getByLabel('Names on the lock screen').check()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Send a test notice' }).click()
  const testMessage = await messageOf('test')
  expect(service.problems).toEqual([])

  const { push: deliver } = await wakeWorker(context, page, site)
  await deliver(testMessage)
  await expect
    .poll(() => noticesOf(page))
    .toEqual([{ title: 'Notices work on this device', body: 'This is a test.', tag: 'test', path: '/sessions' }])

  // The screen of the roll call was open before, so the device has what it shows.
  const rollCall = `/onsite/${harborPoint}/muster`
  await page.goto(site + rollCall)
  await expect(page.getByRole('heading', { name: 'Roll calls' })).toBeVisible()
  const manager = await signInApi(server.address, people.manager)
  const start = { type: 'start', muster: newId(), at: new Date().toISOString(), skewMs: 0, drill: false, roll: [] }
  const begun = await manager.request(
    'POST',
    `/api/data/muster/${harborPoint}/${newId()}`,
    { payload: start, feed: false },
    {
      'idempotency-key': newId(),
      'x-seq': '1',
      'if-match': '"0"',
    },
  )
  expect(begun.status).toBe(200)
  const message = await messageOf(`rollCall:${harborPoint}`)
  await deliver(message)
  await expect
    .poll(async () => (await noticesOf(page)).find(({ tag }) => tag.startsWith('rollCall')))
    .toEqual({
      title: 'A roll call has started',
      body: 'Harbor Point Tower · started by Daniel Reyes',
      tag: `rollCall:${harborPoint}`,
      path: rollCall,
    })

  // The open screen learns of it by itself. A press on the notice, while the phone has no connection and another
  // screen is open, then leads to the roll call.
  const rollCallHeading = page.getByRole('heading', { name: 'Emergency muster' })
  await expect(rollCallHeading).toBeVisible()
  await page.goto(`${site}/review`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.setOffline(true)
  await context.serviceWorkers()[0]?.evaluate(press('rollCall'))
  await expect(page).toHaveURL(site + rollCall)
  await expect(rollCallHeading).toBeVisible()
  await context.setOffline(false)
  await expect.poll(async () => (await noticesOf(page)).map(({ tag }) => tag)).toEqual(['test'])

  // Messages that are not for the person who is signed in, or that lead to another site, show nothing.
  const notice = JSON.parse(message) as Record<string, unknown>
  await deliver(JSON.stringify({ ...notice, to: newId(), tag: 'of another person' }))
  await deliver(JSON.stringify({ ...notice, path: '//example.com/', tag: 'elsewhere' }))
  await deliver('not a notice')
  await deliver(JSON.stringify({ ...notice, tag: 'last' }))
  await expect.poll(async () => (await noticesOf(page)).map(({ tag }) => tag).sort()).toEqual(['last', 'test'])

  await page.goto(`${site}/sessions`)
  await signOutHere(page)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('test:subscribed'))).toBeNull()
  await expect.poll(() => noticesOf(page)).toEqual([])
  // One that was on its way when the person left.
  await deliver(message)
  await deliver(JSON.stringify({ ...notice, tag: 'later' }))
  await page.reload()
  expect(await noticesOf(page)).toEqual([])
})

test('a save that is refused while the app is closed shows a notice, which leads to it', async ({
  page,
  context,
  server,
  service,
  site,
}) => {
  const { keys } = browserKeys()
  await context.addInitScript(subscribeToTestService, { endpoint: `${service.origin}/wpush/${newId()}`, keys })
  await context.grantPermissions(['notifications'], { origin: site })
  await page.goto(`${site}/sign-in`)
  await enterPin(page, server.address, people.manager)
  await expect(page).not.toHaveURL(/sign-in/)
  const manager = await signInApi(server.address, people.manager)
  let seq = 0
  const ask = async (path: string, payload: object) => {
    seq += 1
    const headers = { 'idempotency-key': newId(), 'x-seq': String(seq) }
    const answer = await manager.request('POST', `/api/data/${path}`, { payload, feed: false }, headers)
    expect(answer.status, await answer.text()).toBe(200)
  }
  const [team, form] = [newId(), `yard-log-${newId().toLowerCase()}`]
  await ask(`teams/${team}`, { name: 'Foundry Row', owner: manager.headers['x-actor'], deleted: false })
  const settings = { name: 'Yard log', children: [{ type: 'text', attribute: 'note', label: 'Note' }] }
  expect((await manager.request('POST', `/api/studio/${form}`, { settings, base: 0, team })).status).toBe(200)

  await page.goto(`${site}/sessions#notices`)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.getByRole('button', { name: 'Turn on on this device' }).click()
  await expect(page.getByText('Notices are on for this device.')).toBeVisible()
  await page.goto(`${site}/frontend/forms/${form}`)
  await fill(page, 'note', 'The gate is open.')
  await context.setOffline(true)
  await save(page, 'Save')
  await expect(processed(page)).toBeVisible()
  const owner = await page.evaluate(() => localStorage.getItem('muster:owner'))
  const { sync } = await wakeWorker(context, page, site)
  await page.goto('about:blank')
  await ask(`teams/${team}`, { deleted: true })
  await context.setOffline(false)
  await sync(`outbox:${owner}`)
  // No page of the app is open: the worker knows what it has shown.
  const shown = () =>
    context.serviceWorkers()[0]?.evaluate('self.registration.getNotifications().then((shown) => shown.map(({ tag }) => tag))')
  await expect.poll(shown).toEqual(['stopped'])

  await page.goto(`${site}/sessions`)
  await expect
    .poll(() => noticesOf(page))
    .toEqual([{ title: 'Something that you saved needs you', body: '', tag: 'stopped', path: '/outbox' }])
  await context.serviceWorkers()[0]?.evaluate(press('stopped'))
  await expect(page).toHaveURL(`${site}/outbox`)
  await expect(page.getByRole('heading', { name: 'Needs you' })).toBeVisible()
})

test('a person who forbids notices reads how to allow them, and chooses quickly for other devices', async ({
  page,
  context,
  server,
  site,
}) => {
  await context.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
  })
  await page.goto(`${site}/sign-in`)
  await enterPin(page, server.address, people.manager)
  await expect(page).not.toHaveURL(/sign-in/)
  await page.goto(`${site}/sessions#notices`)
  await expect(page.getByText('This browser does not let Muster show notices.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn on on this device' })).toHaveCount(0)
  let saved = 0
  page.on('response', (response) => {
    if (response.url().endsWith('/api/push:choose') && response.ok()) saved++
  })
  // Quicker than the server answers.
  await page.getByLabel('Quiet hours').check()
  await page.getByLabel('A roll call begins').uncheck()
  await page.getByLabel('Quiet from').fill('21:30')
  await page.getByLabel('Quiet until').fill('07:15')
  await page.getByLabel('Quiet until').blur()
  await page.getByLabel('Names on the lock screen').check()
  await expect.poll(() => saved).toBe(5)
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Quiet until')).toHaveValue('07:15')
  await expect(page.getByLabel('Quiet from')).toHaveValue('21:30')
  await expect(page.getByLabel('A roll call begins')).not.toBeChecked()
  await expect(page.getByLabel('Names on the lock screen')).toBeChecked()
})
