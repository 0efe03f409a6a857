import 'fake-indexeddb/auto'
import { i18n } from '@lingui/core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { saveRecord } from '../../contract/endpoints/records.ts'
import { messages as spanish } from '../../locales/es/later.po'
import { messages as portuguese } from '../../locales/pt/later.po'
import { policies } from '../../server/domain/records/policies.ts'
import { entityKinds } from '../../server/routes/records/entityKinds.ts'
import { saveTitle } from '../../src/answers/saveTitle.ts'
import { MusterDb, SpillDb } from '../../src/store/db/MusterDb.ts'
import { openStore, setStore } from '../../src/store/db/store.ts'
import { forgetOwner, setOwner } from '../../src/store/identity/getOwner.ts'
import { queue } from '../../src/store/outbox/queue.ts'
import { viewOutbox } from '../../src/store/outbox/viewOutbox.ts'

const id = 'A2345678901234567890'
const kinds = [...Object.keys(policies), ...Object.keys(entityKinds)]
const store = openStore({ db: new MusterDb({ name: 'titles' }), spill: new SpillDb({ name: 'titles-spill' }) })

beforeEach(async () => {
  setStore(store)
  await setOwner('u:ana')
})
afterEach(() => {
  i18n.activate('en')
  setStore(undefined)
  forgetOwner()
})

const speak = (language: string, texts: typeof spanish) => i18n.loadAndActivate({ locale: language, messages: texts })

async function titlesOf(): Promise<string[]> {
  return (await viewOutbox(store, 'u:ana')).map(saveTitle)
}

it('each kind of save that the server takes has a title in the language of the person, and never an id', async () => {
  for (const kind of kinds)
    await queue(saveRecord, { '*': kind === 'forms' ? `forms/hazard-report/${id}` : `${kind}/${id}` }, { payload: {} })
  const titles = { en: await titlesOf(), es: [] as string[], pt: [] as string[] }
  speak('es', spanish)
  titles.es = await titlesOf()
  speak('pt', portuguese)
  titles.pt = await titlesOf()
  for (const [at, kind] of kinds.entries())
    for (const list of Object.values(titles)) {
      expect(list[at], kind).not.toContain(id)
      expect(list[at], kind).not.toBe('Change')
    }
  const untranslated = kinds.filter((kind, at) => !['forms', 'automations'].includes(kind) && titles.en[at] === titles.es[at])
  expect(untranslated).toEqual([])
  expect(titles.es[kinds.indexOf('muster')]).toBe('Pase de lista')
  expect(titles.pt[kinds.indexOf('muster')]).toBe('Chamada')
})

it('a mark of a roll call is called by its person, and the choice of a language by the language of today', () => {
  expect(saveTitle({ path: `muster/tower/${id}`, title: 'Abena Mensah' })).toBe('Roll call: Abena Mensah')
  speak('es', spanish)
  expect(saveTitle({ path: 'people/ana', title: 'User Preferences' })).toBe('Preferencias de usuario')
  expect(saveTitle({ path: `forms/hazard-report/${id}` })).toBe('Hazard report')
  expect(saveTitle({ path: `rpc/${id}` })).toBe('Cambio')
})
