import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId, save, seedSite } from '../../../tests/harness/site.ts'
import { openStorage, type Storage } from '../../storage/storage.ts'
import { personByUid } from '../sign-in/person.ts'
import { changesAfter } from './changesAfter.ts'
import { createListener } from './createListener.ts'
import { changeHub } from './hub.ts'

let storage: Storage
beforeAll(async () => {
  storage = await openStorage({ memory: true })
})
afterAll(() => storage.close())

it('a device that does not read holds up no other one', async () => {
  const site = await seedSite(storage)
  const member = await personByUid(storage, site.member)
  const owner = await personByUid(storage, site.owner)
  if (!member || !owner) throw new Error('no people')
  const hub = changeHub(storage, { pollMs: 20, gatherMs: 1 })
  const heard: string[] = []
  let stopped = false
  const listen = async (first: typeof member, onPaths: (paths: string[]) => Promise<void>) => {
    const listener = createListener({ first, from: (await changesAfter(storage, first, new Map())).cursor })
    const stop = hub.watch(listener.watched)
    const work = (async () => {
      while (!stopped) {
        listener.begin()
        const found = await changesAfter(storage, first, listener.cursor)
        listener.cursor = found.cursor
        if (found.changes.length > 0) {
          listener.settle()
          await onPaths(found.changes.map(({ path }) => path))
        }
        await listener.next()
      }
    })()
    return {
      async end() {
        stop()
        listener.end()
        await work
      },
    }
  }
  let wake = () => {}
  const stuck = await listen(owner, () => new Promise<void>((resolve) => (wake = resolve)))
  const other = await listen(member, async (paths) => void heard.push(...paths))
  const paths = [site.newPath(), site.newPath(), site.newPath()]
  for (const path of paths) {
    await save(storage, { path, payload: { n: newId() }, by: site.owner })
    await expect.poll(() => heard.includes(path)).toBe(true)
  }
  stopped = true
  wake()
  await Promise.all([stuck.end(), other.end()])
})
