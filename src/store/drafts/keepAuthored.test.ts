import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { dropAuthored, keepAuthored, readAuthored } from './keepAuthored.ts'
import { setOwner } from '../identity/getOwner.ts'
import { getStore } from '../db/store.ts'

afterEach(async () => {
  await getStore().db.authored.clear()
})

describe('forms that are being written on this device', () => {
  it('are kept at every change, the newest wins, and they go when they are given up', async () => {
    await Promise.all(['a', 'ab', 'abc'].map((text) => keepAuthored({ form: 'gate', text, base: 3 })))
    expect(await readAuthored('gate')).toMatchObject({ form: 'gate', text: 'abc', base: 3 })
    expect(await readAuthored('other')).toBeUndefined()
    await dropAuthored('gate')
    expect(await readAuthored('gate')).toBeUndefined()
  })

  it('belong to no other person', async () => {
    await setOwner('u:ana')
    await keepAuthored({ form: 'gate', text: 'mine', base: 0, team: 'tower' })
    await setOwner('u:ben')
    expect(await readAuthored('gate')).toBeUndefined()
    await setOwner('u:ana')
    expect(await readAuthored('gate')).toMatchObject({ text: 'mine', team: 'tower' })
  })
})
