import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { linkText } from '../../../contract/rules/chainHeader.ts'
import { newId, type Site, save, seedSite } from '../../../tests/harness/site.ts'
import { onEachStorage } from '../../../tests/harness/storages.ts'
import { personByUid } from '../sign-in/person.ts'
import { type ArrivedLink, keepLink } from './keepLink.ts'
import { verifyDevice, verifyRecord } from './verifyRecord.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Returns the links of several saves of one device, as they would arrive. */
function linksOf(paths: readonly string[], actor: string, first = 'start'): ArrivedLink[] {
  const device = newId()
  const chain = `${device}-AbCdEfGh`
  let prev = first
  return paths.map((path, index) => {
    const about = { opId: newId(), payloadHash: sha256(String(index)), path, clientAt: '2026-11-21T06:45:00.000Z' }
    const n = index + 1
    const hash = sha256(linkText({ chain, n, prev }, about))
    const link = { ...about, chain, n, prev, hash, device, carriedBy: device, actor, skewMs: 720_000, whole: true, discarded: false }
    prev = hash
    return link
  })
}

describe('the evidence of saves', () => {
  onEachStorage((use) => {
    let site: Site
    beforeAll(async () => {
      site = await seedSite(use.storage)
    })
    const person = async (uid: string) => {
      const found = await personByUid(use.storage, uid)
      if (!found) throw new Error('nobody')
      return found
    }
    const records = async (count: number) => {
      const paths = Array.from({ length: count }, () => site.newPath())
      for (const path of paths) await save(use.storage, { path, payload: {}, by: site.worker })
      return paths
    }
    const keep = (links: readonly (ArrivedLink | undefined)[]) =>
      Promise.all(links.flatMap((link) => (link ? [keepLink(use.storage, link)] : [])))
    const ofRecord = async (path: string, uid = site.member) => verifyRecord(use.storage, { path, person: await person(uid) })
    const ofDevice = async (device: string, uid = site.administrator) =>
      (await verifyDevice(use.storage, { device, person: await person(uid) })).chains[0]

    it('is unbroken when every save of the device has arrived, in any order and any number of times', async () => {
      const paths = await records(3)
      const links = linksOf(paths, site.worker)
      await keep([links[2], links[0], links[1], links[1]])
      for (const path of paths) expect((await ofRecord(path)).state).toBe('unbroken')
      const { saves } = await ofRecord(paths[1] ?? '')
      expect(saves).toEqual([
        {
          opId: links[1]?.opId,
          device: links[1]?.device,
          n: 2,
          state: 'ok',
          discarded: false,
          clientAt: '2026-11-21T06:45:00.000Z',
          skewMs: 720_000,
          correctedAt: '2026-11-21T06:57:00.000Z',
          receivedAt: expect.stringMatching(/Z$/),
        },
      ])
      expect(await ofDevice(links[0]?.device ?? '')).toMatchObject({ state: 'unbroken', links: 3, last: 3, missing: [], begins: 'new' })
    })

    it('says which saves have not arrived, and is whole again once they have', async () => {
      const paths = await records(5)
      const links = linksOf(paths, site.worker)
      await keep([links[0], links[3], links[4]])
      expect((await ofRecord(paths[3] ?? '')).state).toBe('gap')
      expect((await ofRecord(paths[4] ?? '')).state).toBe('unbroken')
      expect(await ofDevice(links[0]?.device ?? '')).toMatchObject({ state: 'gap', missing: [{ from: 2, to: 3 }] })
      await keep([links[2], links[1]])
      expect((await ofRecord(paths[3] ?? '')).state).toBe('unbroken')
    })

    it('shows a save that was changed, swapped, or slipped in', async () => {
      const paths = await records(4)
      const links = linksOf(paths, site.worker)
      const [first, second, third, fourth] = links as [ArrivedLink, ArrivedLink, ArrivedLink, ArrivedLink]
      await keep([first, { ...second, whole: false }, third, { ...fourth, prev: sha256('another') }, { ...third, opId: newId() }])
      expect((await ofRecord(paths[0] ?? '')).state).toBe('unbroken')
      for (const n of [1, 2, 3]) expect((await ofRecord(paths[n] ?? '')).state).toBe('changed')
      expect(await ofDevice(first.device)).toMatchObject({ state: 'changed', changed: [2, 3, 3, 4] })
    })

    it('knows a chain that began because the device lost its storage, and a save that a version without chains made', async () => {
      const [path = '', other = ''] = await records(2)
      const links = linksOf([path], site.worker, 'after:old-AbCdEfGh:7')
      await keep(links)
      expect(await ofDevice(links[0]?.device ?? '')).toMatchObject({ state: 'unbroken', begins: 'lost' })
      expect(await ofRecord(other)).toEqual({ state: 'none', saves: [] })
    })

    it('is for who may read the record, and of a device for who saved on it or runs the project', async () => {
      const [path = ''] = await records(1)
      const links = linksOf([path], site.worker)
      await keep(links)
      const device = links[0]?.device ?? ''
      await expect(ofRecord(path, site.stranger)).rejects.toMatchObject({ status: 403 })
      expect((await ofRecord(path, site.worker)).state).toBe('unbroken')
      await expect(ofDevice(device, site.stranger)).rejects.toMatchObject({ status: 403 })
      await expect(ofDevice(device, site.member)).rejects.toMatchObject({ status: 403 })
      expect((await ofDevice(device, site.worker))?.links).toBe(1)
      expect((await ofDevice(device, site.owner))?.links).toBe(1)
    })
  })
})
