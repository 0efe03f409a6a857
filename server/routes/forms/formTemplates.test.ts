import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkSettings } from '../../../contract/forms/checkSettings.ts'
import { settingsOf } from '../../../contract/forms/fieldShapes.ts'
import type { FormSettings } from '../../../contract/forms/FormSettings.ts'
import type { Raw } from '../../../contract/forms/isRaw.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import { newId, owner, tower, useServer } from '../../../tests/harness/testServer.ts'

const folder = join(import.meta.dirname, '../../../src/features/studio/templates')
const templates = readdirSync(folder)
  .filter((name) => name.endsWith('.form.json'))
  .map((name) => {
    const checked = checkSettings(JSON.parse(readFileSync(join(folder, name), 'utf8')))
    if (!checked.ok) throw new Error(`${name}: ${JSON.stringify(checked.problems)}`)
    return [name.replace('.form.json', ''), checked.form] as const
  })

const sampleOf = (node: Raw): unknown => settingsOf(node['type'])?.sample?.(node, sampleOf)

/** A sample answer to every question. */
function samplesIn(nodes: FormSettings['children']): Model {
  const samples: Model = {}
  for (const node of nodes) {
    const raw = node as unknown as Raw
    if (node.type === 'group') Object.assign(samples, samplesIn(node.children))
    else if (typeof raw['attribute'] === 'string' && sampleOf(raw) !== undefined) samples[raw['attribute']] = sampleOf(raw)
  }
  return JSON.parse(JSON.stringify(samples)) as Model
}

describe('a template on the server', () => {
  const server = useServer()

  it('each is published for its project, takes a save, and gives the record back to people of the project only', async () => {
    const device = await server.person(owner)
    expect(templates).toHaveLength(16)
    for (const [id, settings] of templates) {
      const key = `try-${id}`
      const published = await device.ask('POST', `/api/studio/${key}`, { settings, base: 0, team: tower })
      expect([id, published.status]).toEqual([id, 200])
      const path = `forms/${key}/${newId()}`
      const payload = samplesIn(settings.children)
      const saved = await device.save(path, { payload, feed: false })
      expect([id, saved.status, saved.text]).toEqual([id, 200, saved.text])
      const stored = await device.get<{ model: Model }>(`/api/data/${path}`)
      expect(stored.body.model).toMatchObject(payload)
      expect([id, (await server.nobody().get(`/api/data/${path}`)).status]).toEqual([id, 401])
    }
  })

  it('only the induction of visitors is open to people without a login', async () => {
    for (const [id] of templates) {
      const { status } = await server.nobody().get(`/api/forms/try-${id}.json`)
      expect([id, status === 200]).toEqual([id, id === 'visitor-induction'])
    }
  })
})
