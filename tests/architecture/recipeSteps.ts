/**
 * What a newcomer writes for each recipe of CONTRIBUTING.md. recipes.test.ts carries them out in a copy of the
 * checkout. A new folder of one thing (a field type, a product area) counts as one touched place.
 */
export interface Recipe {
  /** Touched places at most. */
  readonly most: number
  /** The folder that the recipe makes. */
  readonly folder?: string
  readonly added: Readonly<Record<string, string>>
  /** File → texts to insert, each behind a text of the file. */
  readonly changed: Readonly<Record<string, readonly (readonly [behind: string, text: string])[]>>
  /** Tests that show that the new thing works. */
  readonly shown: Readonly<Record<string, string>>
}

const fieldType: Recipe = {
  most: 2,
  folder: 'src/fields/rating',
  added: {
    'src/fields/rating/settings.ts': `import * as z from 'zod/mini'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { fieldBase } from '../../../contract/forms/fieldBase.ts'

const rating = defineSettings({
  type: 'rating',
  description: 'A number of stars.',
  shape: z.strictObject({ type: z.literal('rating'), ...fieldBase, stars: z.optional(z.int()) }),
  words: { stars: 'Number of stars; 5 where absent.' },
  sample: () => 4,
  check({ node, path, say }) {
    if (node['stars'] === 1) say(\`\${path}.stars\`, 'expected at least 2')
  },
})

export const settings = [rating] as const
`,
    'src/fields/rating/rules.ts': `import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import type { FieldRules } from '../../engine/FieldRules.ts'

export const rules: FieldRules<FieldSetting<'rating'>> = { empty: (value) => typeof value !== 'number' }
`,
    'src/fields/rating/answers.ts': `import { numberIn } from '../acceptedValue.ts'
import { defineAnswer } from '../defineAnswer.ts'

const rating = defineAnswer({
  type: 'rating',
  accepts: numberIn,
  shown: ({ stars = 5 }, value) => ({ kind: 'text', value: \`\${String(value)} of \${stars}\` }),
})

export const answers = [rating]
`,
    'src/fields/rating/RatingField.tsx': `import type { FieldProps } from '../defineField.ts'
import { ariaOf, controlOf, useValue } from '../useField.ts'

export function RatingField(props: FieldProps<'rating'>) {
  const { form, node, setting, readOnly } = props
  const value = useValue(form, node.path ?? '')
  return (
    <input
      {...ariaOf(controlOf(props))}
      className="m-controls-input"
      type="number"
      max={setting.stars ?? 5}
      readOnly={readOnly}
      value={typeof value === 'number' ? value : ''}
      onChange={(event) => form.set(node.path ?? '', Number(event.target.value))}
    />
  )
}
`,
    'src/fields/rating/index.ts': `import { defineField } from '../defineField.ts'
import { RatingField } from './RatingField.tsx'
import { rules } from './rules.ts'

export const rating = defineField({ type: 'rating', rules, Control: RatingField })
`,
    'src/fields/rating/rating.form.json': JSON.stringify({
      name: 'Rating',
      children: [{ type: 'rating', attribute: 'stars', label: 'How safe was the site?', stars: 3, required: true }],
    }),
  },
  changed: {
    'contract/forms/fieldSettings.ts': [
      [
        `import { settings as pdf } from '../../src/fields/pdf/settings.ts'\n`,
        `import { settings as rating } from '../../src/fields/rating/settings.ts'\n`,
      ],
      ['  ...fieldMapping,\n', '  ...rating,\n'],
    ],
  },
  shown: {
    'src/fields/rating/rating.test.tsx': `import { expect, it } from 'vitest'
import { checkSettings } from '../../../contract/forms/checkSettings.ts'
import { fieldTypeNames, type NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import { formJsonSchema } from '../../../contract/forms/formJsonSchema.ts'
import { drawForm } from '../../../tests/harness/drawForm.tsx'
import { answersOf } from '../../answers/answersOf.ts'
import { examples } from '../../features/studio/examples.ts'
import { sampleOf } from '../../features/studio/specimensIn.ts'

const field = { type: 'rating', attribute: 'stars', label: 'Stars', required: true } satisfies NodeSetting

it('a rating is checked, completed, drawn, asked for, and shown as an answer', async () => {
  expect(checkSettings({ name: 'A', children: [{ ...field, stars: 3 }] })).toMatchObject({ ok: true })
  expect(checkSettings({ name: 'A', children: [{ ...field, stars: 1 }] })).toMatchObject({
    problems: [{ path: 'children[0].stars', message: 'expected at least 2' }],
  })
  expect(checkSettings({ name: 'A', children: [{ ...field, colour: 1 }] })).toMatchObject({ ok: false })
  expect(fieldTypeNames).toContain('rating')
  expect(JSON.stringify(formJsonSchema())).toContain('Number of stars; 5 where absent.')
  expect(sampleOf(field)).toBe(4)
  expect(JSON.stringify(examples)).toContain('How safe was the site?')
  const page = await drawForm([field])
  expect(page.form.validate()).toHaveLength(1)
  const input = document.querySelector<HTMLInputElement>('input[type=number]')
  expect([input?.max, document.querySelector('label')?.textContent]).toEqual(['5', expect.stringContaining('Stars')])
  await page.remove()
  const again = await drawForm([field], { model: { stars: 4 } })
  expect(document.querySelector<HTMLInputElement>('input[type=number]')?.value).toBe('4')
  expect(again.form.validate()).toEqual([])
  await again.remove()
  expect(answersOf([field], { stars: 4 })).toMatchObject([{ label: 'Stars', value: '4 of 5' }])
})
`,
  },
}

const screen: Recipe = {
  most: 2,
  added: {
    'src/features/lists/CranesScreen.tsx': `import { useLingui } from '@lingui/react/macro'
import { listBilling } from '../../../contract/endpoints/billing/billing.ts'
import { useCached } from '../../store/queries/cached.ts'
import { Answered } from '../../tables/Answered.tsx'
import { Page } from '../../ui/layout/Page.tsx'

/** \`/cranes\`: the cranes of each billing account. */
export function CranesScreen() {
  const { t } = useLingui()
  const cached = useCached(listBilling, undefined, { property: 'name' })
  return (
    <Page title={t\`Cranes\`} width="desk">
      <Answered cached={cached}>{({ items }) => <p>{items.map(({ model }) => model.name).join(', ')}</p>}</Answered>
    </Page>
  )
}
`,
  },
  changed: {
    'src/app/routes/consoleScreens.ts': [
      [
        `  ['/lists', () => import('../../features/lists/ListsScreen.tsx').then((module) => module.ListsScreen)],\n`,
        `  ['/cranes', () => import('../../features/lists/CranesScreen.tsx').then((module) => module.CranesScreen)],\n`,
      ],
      ['export const menuScreens: readonly MenuEntry[] = [', `{ key: 'cranes', icon: 'list', href: '/cranes', label: msg\`Cranes\` }, `],
    ],
  },
  shown: {
    'src/app/routes/cranes.test.tsx': `import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ana, closeDevice, openDevice, openScreen, serverSays } from '../../../tests/harness/console.tsx'
import { ConsoleFrame } from '../../features/shell/ConsoleFrame.tsx'
import { router } from '../router.tsx'
import { consoleScreens, menuScreens } from './consoleScreens.ts'

beforeEach(openDevice)
afterEach(closeDevice)

it('a screen has its address, its title and its entry in the menu', async () => {
  expect(Object.keys(router.routesByPath)).toContain('/cranes')
  const [, load] = consoleScreens.find(([path]) => path === '/cranes') ?? []
  const Cranes = (await load?.()) ?? (() => null)
  serverSays({
    '/api/me': { data: ana({ billingAccounts: [{ id: 'b1', name: 'Harbor', status: 'Active', role: 'Owner' }], teams: [] }) },
    '/api/teams': { data: { teams: [] } },
    '/api/billing': { data: { items: [{ id: 'b1', model: { name: 'Harbor & Pine', status: 'Active' }, role: 'Owner' }] } },
  })
  const Framed = () => (
    <ConsoleFrame screens={menuScreens} pathname="/cranes" logo={null} tools={null} isKnown={() => true} onGo={() => undefined} onLogout={() => undefined}>
      <Cranes />
    </ConsoleFrame>
  )
  const { page } = await openScreen('/cranes', { '/cranes': Framed })
  const links = () => [...document.querySelectorAll('.m-shell-consoleSide a')]
  await page.until(() => links().some((link) => link.getAttribute('href') === '/cranes'))
  await page.until(() => page.text().includes('Harbor & Pine'))
  const entry = links().find((link) => link.getAttribute('href') === '/cranes')
  expect([entry?.textContent, entry?.getAttribute('aria-current')]).toEqual(['Cranes', 'page'])
  expect([document.title, document.querySelector('h1')?.textContent]).toEqual(['Cranes – Muster', 'Cranes'])
  await page.remove()
})
`,
  },
}

const call: Recipe = {
  most: 3,
  added: {
    'server/domain/attendance/countSites.ts': `import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'

const CountRow = z.object({ count: z.number() })

export async function countSites(app: App): Promise<number> {
  const [row] = await rows(app.storage.db, CountRow, sql\`select count(*)::int as count from teams\`)
  return row?.count ?? 0
}
`,
  },
  changed: {
    'contract/endpoints/attendance.ts': [
      [
        `import * as z from 'zod/mini'\n`,
        `
export const siteCount = endpoint({
  method: 'GET',
  path: '/api/siteCount',
  whenOffline: 'cached',
  access: 'signedIn',
  answer: z.object({ count: z.number() }),
})
`,
      ],
    ],
    'server/routes/site/attendanceRoutes.ts': [
      [
        `import { serve } from '../../http/serve.ts'\n`,
        `import { siteCount } from '../../../contract/endpoints/attendance.ts'\nimport { countSites } from '../../domain/attendance/countSites.ts'\n`,
      ],
      ['export const attendanceRoutes = [\n', '  serve(siteCount, async ({ app }) => ({ count: await countSites(app) })),\n'],
    ],
  },
  shown: {
    'server/routes/site/siteCount.test.ts': `import { expect, it } from 'vitest'
import { manager, useServer } from '../../../tests/harness/testServer.ts'

const server = useServer()

it('a call is served to who is signed in', async () => {
  const { body, status } = await (await server.person(manager)).get<{ count: number }>('/api/siteCount')
  expect([status, body.count > 0]).toEqual([200, true])
})
`,
    'src/features/lists/siteCount.test.tsx': `import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { siteCount } from '../../../contract/endpoints/attendance.ts'
import { closeDevice, openDevice, openScreen, serverSays } from '../../../tests/harness/console.tsx'
import { useCached } from '../../store/queries/cached.ts'

function Count() {
  const { data } = useCached(siteCount)
  return <p>{data?.count}</p>
}

beforeEach(openDevice)
afterEach(closeDevice)

it('a screen reads the call', async () => {
  serverSays({ '/api/siteCount': { data: { count: 7 } } })
  const { page } = await openScreen('/x', { '/x': Count })
  await page.until(() => page.text().includes('7'))
  expect(page.text()).toBe('7')
  await page.remove()
})
`,
  },
}

const rowKind: Recipe = {
  most: 3,
  added: {
    'src/store/drafts/keepNote.ts': `import { type Owner, rowVersion } from '../db/MusterDb.ts'
import { getStore } from '../db/store.ts'

/** A note that a person keeps on this device. */
export interface NoteRow {
  owner: Owner
  place: string
  v: number
  text: string
}

export async function keepNote(owner: Owner, place: string, text: string): Promise<void> {
  await getStore().db.notes.put({ owner, place, v: rowVersion, text })
}
`,
    'tests/flows/noteUpgrade.test.ts': `// @vitest-environment node
import { expect, it } from 'vitest'
import { setStore } from '../../src/store/db/store.ts'
import { keepNote } from '../../src/store/drafts/keepNote.ts'
import { Device } from './device.ts'
import { fillVersionOne, steadyRows } from './versionOne.ts'

it('a device with a full outbox gets the new table and keeps its saves', async () => {
  const device = new Device()
  await fillVersionOne(device.disk)
  const store = device.start()
  setStore(store as never)
  await keepNote('u:ana', '/gate', 'Use the north gate')
  expect(await store.db.notes.toArray()).toMatchObject([{ owner: 'u:ana', place: '/gate', text: 'Use the north gate' }])
  expect(await store.db.outbox.toArray()).toEqual(steadyRows['outbox'])
})
`,
  },
  changed: {
    'src/store/db/MusterDb.ts': [
      [`import type { AuthoredDraft } from '../drafts/keepAuthored.ts'\n`, `import type { NoteRow } from '../drafts/keepNote.ts'\n`],
      [
        '  declare readonly typed: Table<TypedRow, [Owner, string, string]>\n',
        '  declare readonly notes: Table<NoteRow, [Owner, string]>\n',
      ],
      ['      .upgrade(moveMetaRows)\n', `    this.version(3).stores({ notes: '[owner+place]' })\n`],
    ],
  },
  shown: {},
}

const migration: Recipe = {
  most: 1,
  added: {
    'server/storage/sql/migrations/0040-0079/0079-cranes.sql': `-- The cranes of a project.

create table cranes (id text primary key, team text not null references teams, name text not null);
`,
  },
  changed: {},
  shown: {
    'server/storage/cranes.test.ts': `import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type Postgres, startPostgres } from '../../tests/harness/postgres.ts'
import { rows } from './database.ts'
import { engineOf } from './embedded/engineOf.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations.data.ts'
import { openPostgres } from './postgres/openPostgres.ts'

const Crane = z.object({ name: z.string() })

it('a migration runs on a database with all earlier ones, on both storages', async () => {
  const postgres: Postgres = await startPostgres()
  const client = await PGlite.create()
  for (const engine of [engineOf(client, () => client.close()), openPostgres(postgres.url())]) {
    await migrate(engine, migrations.slice(0, -1))
    await migrate(engine, migrations)
    expect(await rows(engine.db, Crane, sql\`select name from cranes\`)).toEqual([])
    await engine.close()
  }
  await postgres.stop()
})
`,
  },
}

/** Every text of a catalogue with its English words, and one of them translated. */
export const translated = (english: string): string =>
  english.replace('msgid "Cancel"\nmsgstr "Cancel"', 'msgid "Cancel"\nmsgstr "Annuler"')

const language: Recipe = {
  most: 3,
  // The catalogues are copied from the English ones (recipes.test.ts).
  folder: 'locales/fr',
  added: {
    'locales/fr/first.po': 'locales/en/first.po',
    'locales/fr/later.po': 'locales/en/later.po',
    'locales/fr/server.po': 'locales/en/server.po',
    'locales/fr/sign-in.po': 'locales/en/sign-in.po',
  },
  changed: { 'contract/reference/languages.ts': [[`  pt: 'Portuguese',\n`, `  fr: 'French',\n`]] },
  shown: {
    'src/app/french.test.tsx': `import { t } from '@lingui/core/macro'
import { expect, it } from 'vitest'
import { checkSettings } from '../../contract/forms/checkSettings.ts'
import { drawPage } from '../../tests/harness/page.tsx'
import config from '../../lingui.config.ts'
import { Languages } from '../features/kiosk/Languages.tsx'
import { i18n, speak } from './i18n.ts'

it('a language is offered, spoken, extracted, and known to forms', async () => {
  const page = await drawPage(<Languages narrow />)
  expect(page.text()).toMatch(/French.*FR/)
  await page.remove()
  await speak('fr')
  expect([i18n.locale, document.documentElement.lang, t\`Cancel\`]).toEqual(['fr', 'fr', 'Annuler'])
  expect(config.locales).toContain('fr')
  const form = { name: 'A', children: [], translations: { fr: { A: 'B' } } }
  expect(checkSettings(form).ok).toBe(true)
})
`,
  },
}

export const recipes = {
  'a field type': fieldType,
  'a screen': screen,
  'a call': call,
  'a kind of row on the device': rowKind,
  'a migration of the server': migration,
  'a language': language,
} satisfies Record<string, Recipe>
