// The screens of `npm run shots`, in the order in which they are taken: those that change what others show are at the end.
import { lastPin, newId, people } from '../../e2e/harness/api.ts'
import { photo } from '../../e2e/harness/photo.ts'
import { addPhotos, field, fill, processed } from '../../e2e/pages/form.ts'
import { fillHazard } from '../../e2e/pages/hazard.ts'
import { withAuthenticator } from '../../e2e/pages/passkeys.ts'
import { share } from '../../e2e/pages/share.ts'
import { demoId, harborPine, harborPoint } from '../../server/demo/company.ts'

const heading = (page) => page.locator('h1, h2').first().waitFor()
/** Waits for the live form of the studio; on a phone it is behind the outline. */
const studio = (page) => page.frameLocator('iframe').locator('.m-fields-form').waitFor({ state: 'attached' })
const form = (name) => `/frontend/forms/${name}`
const isDrawn = (page) => page.waitForFunction(() => document.querySelector('h1') && !document.querySelector('[data-skeleton]'))
/** A screen once its content is there, in the brief set of pictures; then the steps. */
const drawn = (as, at, then = async () => {}) => ({
  as,
  at,
  brief: true,
  before: async (page, address) => {
    await isDrawn(page)
    await then(page, address)
  },
})
/** A screen of the console. */
const consoleAt = (at, then) => drawn(people.owner, at, then)
const bot = (title) => `/automation/${demoId(`bot ${title}`)}`
const gate = demoId('bot Gate 1 Check-in')
/** The first button or link of the page with this name, in any language. */
const press = (page, name) => page.getByRole('button', { name }).first().click()
const dialog = (page) => page.locator('dialog[open]').first().waitFor()
const send = (page) => page.locator('.m-forms-actionBar button').last().click()

const toTop = (part) => part.scrollIntoView({ block: 'start' })
/** Scrolls to the section of an account with this heading. */
async function showSection(page, name) {
  await isDrawn(page)
  const section = page.locator('.m-billing-section', { has: page.getByRole('heading', { name }) })
  await section.locator('input, li, select').first().waitFor()
  await section.evaluate(toTop)
}
/** A directory with a token and two groups. */
const directory = {
  address: 'https://muster.example/scim/v2',
  mayChange: true,
  token: { madeAt: '2026-03-02T14:00:00Z', madeBy: 'Grace Okafor' },
  calledAt: '2026-03-09T06:12:00Z',
  people: 148,
  active: 141,
  groups: [
    { id: 'g1', name: 'Site managers', people: 12, team: harborPoint, role: 'Administrator' },
    { id: 'g2', name: 'Crew of Harbor Point Tower', people: 86 },
  ],
  projects: [{ id: harborPoint, name: 'Harbor Point Tower' }],
}

/** Opens the form of a chat bot, up to its first question. */
const chat = (title) => ({
  as: people.worker,
  at: async (site) => {
    const crew = await site.reader(people.worker)
    const { componentConfig } = await crew.get(`/api/tasks/${crew.headers['x-actor']}.json`)
    return componentConfig.items.find((item) => item.title === title).url
  },
  brief: true,
  before: (page) => page.locator('.m-chat-chip').first().waitFor(),
})

/** Opens a browser as a kiosk, by the code of the demo. */
async function pairKiosk(page, _address, site) {
  await page.getByText('Grace O.').click()
  await press(page, /^(Send PIN|Enviar PIN)$/)
  const pin = page.locator('input').last()
  await page.getByText(/Grace O\. (has|tiene)/).waitFor()
  await pin.fill(await lastPin(site.server.address, people.owner.mobile))
  await press(page, /^(Start kiosk|Iniciar quiosco)$/)
  await page.locator('.m-kiosk-frame, main h1').first().waitFor()
}

/** Saves a record of the site as a person does on another device. */
async function write(site, person, path, payload, rev, base) {
  const headers = { 'idempotency-key': newId(), 'x-seq': String(Date.now()), 'if-match': `"${rev}"` }
  await (await site.reader(person)).request('POST', `/api/data/${path}`, { payload, ...(base && { base }) }, headers)
}

/**
 * Name → the person, the address, and the steps before the screenshot. `named`: opens a host name, because browsers
 * have no passkeys at an IP address; `answers`: answers of the server, by path; `brief`: one picture for the phone and one
 * for the laptop; `installed`: in a browser that installs the app, which takes longer.
 */
export const screens = {
  'sign-in': { at: '/sign-in', before: heading },
  tasks: { as: people.worker, at: '/', before: (page) => page.waitForURL(/tasks/).then(() => heading(page)) },
  hazard: { as: people.worker, at: form('hazard-report'), before: heading },
  'hazard-errors': {
    as: people.worker,
    at: form('hazard-report'),
    before: async (page) => {
      await page.locator('.m-forms-actionBar button').last().click()
      await page.locator('.m-forms-summary').waitFor()
    },
  },
  'hazard-photos': {
    as: people.worker,
    at: form('hazard-report'),
    before: async (page) => {
      await addPhotos(page, 'photos', [photo(1), photo(2)])
      await page.locator('[data-attribute=photos]').scrollIntoViewIfNeeded()
    },
  },
  manpower: {
    as: people.worker,
    at: form('manpower'),
    before: async (page) => {
      await heading(page)
      await page.locator('[data-attribute=status] label.m-controls-choice').first().click()
      await fill(page, 'worker_count', '12')
      await fill(page, 'hours_per_worker', '8')
    },
  },
  orientation: { as: people.worker, at: form('orientation'), before: heading },
  'check-in': { as: people.worker, at: form('check-in'), before: heading },
  saved: {
    as: people.worker,
    at: form('hazard-report'),
    lang: 'en',
    offline: true,
    before: async (page) => {
      await fillHazard(page, 'Loose boards on the stair to level 3.', [photo(3)])
      await page.locator('.m-forms-actionBar button').last().click()
      await processed(page).waitFor()
    },
  },
  outbox: {
    as: people.worker,
    at: form('quick'),
    offline: true,
    before: async (page, address) => {
      await fill(page, 'note', 'Stair B is wet again')
      await page.locator('.m-forms-actionBar button').last().click()
      await processed(page).waitFor()
      await page.goto(`${address}/outbox`)
      await heading(page)
    },
  },
  sent: {
    as: people.worker,
    at: form('quick'),
    before: async (page, address) => {
      await fill(page, 'note', 'Stair B is wet again')
      await page.locator('.m-forms-actionBar button').last().click()
      await processed(page).waitFor()
      await page.goto(`${address}/sent`)
      await page.getByText('Stair B is wet again').first().waitFor()
    },
  },
  arrived: { as: people.manager, at: '/frontend/arrived/hazard-report', before: heading },
  preferences: {
    as: people.worker,
    at: '/',
    before: async (page) => {
      await page.locator('[data-app-bar] button[aria-haspopup=dialog]').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  sessions: { as: people.owner, at: '/sessions', named: true, before: (page) => page.locator('form').waitFor() },
  passkeys: {
    as: people.owner,
    at: '/sessions',
    named: true,
    before: async (page) => {
      await withAuthenticator(page)
      const own = page.locator('section', { has: page.locator('form') })
      await own.waitFor()
      if ((await own.locator('li').count()) === 0) await own.locator('form button').click()
      await own.locator('li').first().waitFor()
      await own.scrollIntoViewIfNeeded()
    },
  },
  'passkey-step': {
    at: '/sign-in',
    named: true,
    answers: { '/auth/verify': { success: true }, '/auth/signup': { success: true, uid: 'somebody', passkey: 'add' } },
    before: async (page) => {
      await page.locator('input[name=mobile]').fill('202 555 0101')
      await page.locator('button[type=submit]').click()
      await page.locator('input[name=pin]').fill('123456')
      await page.locator('h2').waitFor()
    },
  },
  'passkey-rule': {
    as: people.owner,
    at: `/billing/${harborPine}`,
    before: async (page) => {
      const rule = page.locator('.m-billing-section', { has: page.getByRole('heading', { name: /^(Passkeys|Claves de acceso)$/ }) })
      await rule.locator('li').first().waitFor()
      await rule.evaluate((section) => section.scrollIntoView({ block: 'center' }))
    },
  },
  directory: {
    as: people.owner,
    at: `/billing/${harborPine}`,
    answers: { [`/api/directory/${harborPine}`]: directory },
    before: (page) => showSection(page, /^(Directory|Directorio)$/),
  },
  'linked-logins': {
    as: people.owner,
    at: '/sessions',
    named: true,
    before: async (page) => {
      await isDrawn(page)
      await page
        .getByRole('heading', { name: /^(Linked logins|Accesos vinculados)$/ })
        .first()
        .evaluate(toTop)
    },
  },
  share: {
    as: people.worker,
    at: form('hazard-report'),
    installed: true,
    before: async (page, address) => {
      await heading(page)
      await page.evaluate(() => navigator.serviceWorker.ready)
      await page.goto(`${address}${form('quick')}`)
      await heading(page)
      await share(page, [photo(4), { name: 'Delivery note 14.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') }])
      await page.getByText('Delivery note 14.pdf').waitFor()
    },
  },
  'share-empty': { as: people.worker, at: '/share', before: heading },
  texts: { at: '/texts', before: heading },
  playground: { at: '/playground', before: studio },
  gallery: { at: '/playground/gallery', before: (page) => page.locator('.m-studio-gallery[data-complete]').waitFor() },
  'forms-of-the-project': { as: people.manager, at: '/studio', before: (page) => page.locator('.m-studio-forms a').first().waitFor() },
  studio: {
    as: people.manager,
    at: '/studio/hazard-report',
    before: async (page) => {
      await studio(page)
      await page.locator('[role=treeitem]').nth(1).locator('.m-studio-outlineRow').first().click()
    },
  },
  'studio-add': {
    as: people.manager,
    at: '/studio/hazard-report',
    before: async (page) => {
      await studio(page)
      await page
        .getByRole('button', { name: /^(?:Add|Agregar)$/ })
        .first()
        .click()
      await page.getByRole('dialog').locator('input').first().fill('list')
    },
  },
  today: consoleAt('/today'),
  menu: consoleAt('/automations', async (page) => {
    if (page.viewportSize().width < 800) await page.locator('header button').first().click()
  }),
  account: consoleAt('/automations', (page) => page.locator('header button[aria-haspopup=menu]').last().click()),
  'find-anything': consoleAt('/automations', async (page) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').locator('input').fill('gate')
    await page.getByRole('dialog').locator('a, [role=option]').first().waitFor()
  }),
  projects: consoleAt('/teams'),
  'create-project': consoleAt('/teams/create'),
  project: consoleAt(`/teams/${harborPoint}`),
  companies: consoleAt(`/teams/${harborPoint}/companies`),
  trades: consoleAt(`/teams/${harborPoint}/trades`),
  invite: consoleAt(`/teams/${harborPoint}`, async (page) => {
    await press(page, /^(Invite|Invitar)/)
    await dialog(page)
  }),
  'project-lists': consoleAt(`/teams/${harborPoint}/lists`),
  'project-list': consoleAt(`/teams/${harborPoint}/lists/vendors`),
  import: consoleAt(`/teams/${harborPoint}/lists/vendors/import`),
  people: consoleAt('/people'),
  audit: consoleAt('/audit'),
  administration: consoleAt('/administration'),
  impersonate: consoleAt('/impersonate'),
  bots: consoleAt('/automations'),
  'bot-menu': consoleAt('/automations', async (page) => {
    await press(page, /^(More|Más): /)
    await page.getByRole('menu').waitFor()
  }),
  bot: consoleAt(bot('Daily Manpower')),
  'bot-wizard': consoleAt(`/team/${harborPoint}/automation/add`),
  'bot-copy': consoleAt(`/team/${harborPoint}/automation/copy`),
  'bot-add': consoleAt(`${bot('Hazards & Near Misses')}/add`),
  poster: consoleAt(`${bot('Hazards & Near Misses')}/qr`),
  'bot-kiosk': consoleAt(`${bot('Gate 1 Check-in')}/kiosk`),
  conversations: consoleAt(`${bot('Daily Manpower')}/executions`),
  'bot-review': consoleAt(`${bot('Daily Manpower')}/review`),
  evidence: consoleAt(`${bot('Hazards & Near Misses')}/evidenceReview`),
  registrations: consoleAt(`${bot('Site Orientation')}/registrations`),
  'bot-people': consoleAt(`${bot('Gate 1 Check-in')}/people`),
  'bot-companies': consoleAt(`${bot('Gate 1 Check-in')}/companies`),
  'time-on-site': consoleAt(`${bot('Gate 1 Check-in')}/manageTime`),
  topics: consoleAt(`${bot('Toolbox Talk')}/topics`),
  'daily-log': consoleAt(`/team/${harborPoint}/log`),
  review: consoleAt('/review'),
  execution: consoleAt(async (site) => {
    const { executions } = await (await site.reader(people.owner)).get('/api/executions/open')
    const [first] = executions
    return `/automation/${first.bot}/execution/${first.key}`
  }),
  devices: consoleAt('/devices'),
  register: consoleAt('/devices/register'),
  lists: consoleAt('/lists'),
  'permit-types': consoleAt(`/billing/${harborPine}/permitTypes`),
  reporting: consoleAt('/reporting'),
  'billing-list': consoleAt('/billing'),
  billing: consoleAt(`/billing/${harborPine}`),
  'billing-create': consoleAt('/billing/create'),
  'billing-request': consoleAt('/billing/request'),
  refer: consoleAt('/billing/refer'),
  partners: consoleAt('/partners'),
  libraries: consoleAt('/libraries'),
  support: consoleAt('/support'),
  grants: consoleAt('/grants'),
  losses: consoleAt('/losses'),
  mail: consoleAt('/mail'),
  unknown: consoleAt('/nowhere/at/all'),
  'on-site-projects': consoleAt('/onsite'),
  'on-site': consoleAt(`/onsite/${harborPoint}`),
  'crew-times': consoleAt(`/onsite/${harborPoint}/times`),
  gates: consoleAt('/gate'),
  gate: { as: people.foreman, at: `/gate/${gate}`, brief: true, before: (page) => page.locator('input').first().waitFor() },
  'gate-search': {
    as: people.foreman,
    at: `/gate/${gate}`,
    brief: true,
    before: async (page) => {
      await page.locator('input').first().fill('an')
      await page.locator('.m-gate-row').first().waitFor()
    },
  },
  'gate-person': {
    as: people.foreman,
    at: `/gate/${gate}`,
    brief: true,
    before: async (page) => {
      await page.locator('input').first().fill('an')
      await page.locator('.m-gate-row').first().click()
      await page.locator('.m-gate-row').first().waitFor({ state: 'detached' })
    },
  },
  'gate-visitor': {
    as: people.foreman,
    at: `/gate/${gate}`,
    brief: true,
    before: (page) => press(page, /^(I am new here|Es mi primera vez)/),
  },
  guide: drawn(people.manager, '/guide'),
  login: drawn(undefined, '/login'),
  signup: drawn(undefined, '/signup'),
  mytasks: drawn(undefined, '/mytasks'),
  pricing: drawn(undefined, '/pricing'),
  groundbreak: drawn(undefined, '/groundbreak'),
  join: drawn(undefined, '/join/nothing'),
  'no-invite': consoleAt('/invite/nothing'),
  scan: drawn(people.worker, '/scan'),
  'no-code': drawn(people.worker, '/q/nothing'),
  rescue: { as: people.worker, at: '/rescue', brief: true, before: heading },
  ready: { ...drawn(people.worker, '/ready', (page) => page.locator('[data-item]').first().waitFor()), installed: true },
  drafts: {
    as: people.worker,
    at: form('quick'),
    brief: true,
    before: async (page, address) => {
      await fill(page, 'note', 'Stair B is wet again')
      await page.locator('[data-draft=kept]').waitFor()
      await page.goto(`${address}/drafts`)
      await isDrawn(page)
    },
  },
  accessibility: drawn(people.worker, '/accessibility'),
  install: drawn(people.worker, '/install'),
  'empty-outbox': drawn(people.foreman, '/outbox'),
  'empty-sent': drawn(people.foreman, '/sent'),
  'empty-drafts': drawn(people.foreman, '/drafts'),
  'pre-task-plan': chat('Pre-Task Plan'),
  'toolbox-talk': chat('Toolbox Talk'),
  permit: drawn(people.worker, form('hot-work-permit')),
  'signature-sheet': {
    as: people.worker,
    at: form('hazard-report'),
    brief: true,
    before: async (page) => {
      await field(page, 'signature').locator('button').first().click()
      await page.getByRole('dialog').locator('canvas').waitFor()
    },
  },
  picker: consoleAt('/automations', async (page) => {
    await page.locator('.m-shell-switcher').click()
    await page.getByRole('dialog').locator('[role=option], li').first().waitFor()
  }),
  pdf: {
    as: people.worker,
    at: form('safety-manual'),
    brief: true,
    before: (page) => page.locator('[data-page="1"] canvas').first().waitFor(),
  },
  'pdf-missing': {
    as: people.worker,
    at: form('safety-manual'),
    brief: true,
    before: async (page) => {
      await page.locator('[data-page="1"] canvas').first().waitFor()
      await page
        .locator('.m-pdfForm-root')
        .getByRole('button', { name: /^(Submit|Enviar)$/ })
        .click()
      await dialog(page)
    },
  },
  'pdf-pages': {
    as: people.worker,
    at: form('safety-manual'),
    brief: true,
    before: async (page) => {
      await page.locator('[data-page="1"] canvas').first().waitFor()
      await press(page, /^\d+ \/ 40/)
      await page.locator('input[type=number], input[inputmode=numeric]').first().waitFor()
    },
  },
  'sent-record': {
    as: people.worker,
    at: form('quick'),
    brief: true,
    before: async (page, address) => {
      await fill(page, 'note', 'Stair B is wet again')
      await send(page)
      await processed(page).waitFor()
      await page.goto(`${address}/sent`)
      await page.locator('main a[href*="/sent/forms"]').first().click()
      await isDrawn(page)
    },
  },
  'sign-out': {
    as: people.worker,
    at: form('quick'),
    brief: true,
    offline: true,
    before: async (page) => {
      await fill(page, 'note', 'Stair B is wet again')
      await send(page)
      await processed(page).waitFor()
      await page.locator('[data-app-bar] button[aria-haspopup=dialog]').click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^(Logout|Cerrar sesión)$/ })
        .click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^(No, only me|No, solo yo)$/ })
        .click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^(Discard|Descartar)/ })
        .waitFor()
    },
  },
  conflict: {
    as: people.worker,
    at: async (site) => {
      const path = `forms/shared/${newId()}`
      site.shared = path
      await write(site, people.worker, path, { place: 'Level 3', workers: 8, remarks: 'Dry.', title: 'Level 3, 8 workers' }, 0)
      return `/frontend/${path}`
    },
    brief: true,
    before: async (page, address, site) => {
      await fill(page, 'workers', '9')
      await page.context().setOffline(true)
      await send(page)
      await processed(page).waitFor()
      const found = { place: 'Level 3', workers: 8, remarks: 'Dry.', title: 'Level 3, 8 workers' }
      await write(site, people.manager, site.shared, { ...found, workers: 10 }, 1, found)
      await page.context().setOffline(false)
      await page.goto(`${address}/outbox`)
      await page.locator('[data-save] button').first().waitFor()
      await press(page, /^(Compare and choose|Comparar y elegir)$/)
      await dialog(page)
    },
  },
  kiosk: { at: '/kiosk', brief: true, before: (page) => page.locator('input').first().waitFor() },
  'kiosk-pair': { at: '/kiosk/246810', brief: true, before: (page) => page.getByText('Grace O.').waitFor() },
  'kiosk-idle': { at: '/kiosk/246810', brief: true, installed: true, before: pairKiosk },
  'kiosk-form': {
    at: '/kiosk/246810',
    brief: true,
    installed: true,
    before: async (page, address, site) => {
      await pairKiosk(page, address, site)
      await press(page, /^(Start|Empezar|Iniciar|Comenzar)$/)
      await page.frameLocator('.m-kiosk-frame').locator('[data-attribute]').first().waitFor()
    },
  },
  muster: consoleAt(`/onsite/${harborPoint}/muster`),
  'muster-start': consoleAt(`/onsite/${harborPoint}`, async (page) => {
    await press(page, /^(Muster|Pase de lista)$/)
    await dialog(page)
  }),
  'muster-running': consoleAt(`/onsite/${harborPoint}/muster`, async (page, address) => {
    const roll = page.locator('.m-gate-musterPerson').first()
    const isRunning = await roll.waitFor({ timeout: 3_000 }).then(
      () => true,
      () => false,
    )
    if (isRunning) return
    await page.goto(`${address}/onsite/${harborPoint}`)
    await press(page, /^(Muster|Pase de lista)$/)
    await press(page, /^(Drill|Simulacro)/)
    await press(page, /^(Start muster|Pasar lista)/)
    await roll.waitFor()
  }),
  'not-found': { at: '/frontend/forms/nothing-here', before: heading },
}
