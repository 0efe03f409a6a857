import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DiskModel, type Entry, sectorBytes } from '../../scripts/crash/powercut/diskModel.ts'
import { randomFrom } from '../harness/randomFrom.ts'

describe('what a disk may have after a power cut', () => {
  let folder = ''
  let end = 0
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'muster-disk-'))
    end = 0
    mkdirSync(join(folder, 'before'))
    writeFileSync(join(folder, 'before/log'), Buffer.alloc(4 * sectorBytes, 'a'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const none = { thread: 1, a: 0, b: 0, c: 0, name: '', newName: '', data: Buffer.alloc(0) }
  const entry = (kind: Entry['kind'], more: Partial<Entry>): Entry => ({ ...none, kind, end: ++end, ...more })
  const number = (path: string) => statSync(join(folder, 'before', path)).ino
  /** All the disks that these changes may leave, as texts of their files. */
  function disksAfter(...entries: readonly Entry[]): Set<string> {
    const found = new Set<string>()
    const model = new DiskModel(join(folder, 'before'))
    for (const one of entries) model.apply(one)
    const random = randomFrom(1)
    for (let n = 0; n < 150; n++) {
      const after = mkdtempSync(join(folder, 'after-'))
      model.writeCut(after, random)
      found.add(
        readdirSync(after, { recursive: true, encoding: 'utf8' })
          .filter((name) => statSync(join(after, name)).isFile())
          .sort()
          .map((name) => `${name}:${readFileSync(join(after, name), 'latin1').replace(/(.)\1*/gs, '$1')}`)
          .join(' '),
      )
    }
    return found
  }
  const write = (data: string, from = 0, a = number('log')) => entry('write', { a, b: from, data: Buffer.alloc(4 * sectorBytes, data) })
  const flush = (a: number, id = 7) => [entry('flushBegin', { a, b: id }), entry('flushEnd', { a, b: id })]

  it('has a flushed write', () => {
    expect([...disksAfter(write('b'), ...flush(number('log')))]).toEqual(['log:b'])
  })

  it('may have a write that is not flushed, may lack it, and may have a torn part of it', () => {
    const disks = disksAfter(write('b'))
    expect(disks).toContain('log:a')
    expect(disks).toContain('log:b')
    expect([...disks].some((disk) => /ab/.test(disk)) && [...disks].some((disk) => /ba/.test(disk))).toBe(true)
  })

  it('promises nothing for a write after the begin of its flush, or before a flush that has not ended', () => {
    const a = number('log')
    expect(disksAfter(entry('flushBegin', { a, b: 7 }), write('b'), entry('flushEnd', { a, b: 7 }))).toContain('log:a')
    expect(disksAfter(write('b'), entry('flushBegin', { a, b: 7 }))).toContain('log:a')
  })

  it('may have the later of two writes to different places without the earlier one', () => {
    expect(disksAfter(write('b'), write('c', 8 * sectorBytes))).toContain('log:a\0c')
  })

  it('has a name of a new file only once its folder is flushed, and its bytes once the file is', () => {
    const root = statSync(join(folder, 'before')).ino
    const made = [entry('create', { a: root, b: 9999, name: 'photo' }), write('p', 0, 9999)]
    expect(disksAfter(...made, ...flush(9999))).toContain('log:a')
    expect(disksAfter(...made, ...flush(root))).toContain('log:a photo:')
    expect([...disksAfter(...made, ...flush(9999), ...flush(root))]).toEqual(['log:a photo:p'])
  })

  it('has a renamed file under one of its names', () => {
    const root = statSync(join(folder, 'before')).ino
    const renamed = entry('rename', { a: root, b: root, c: number('log'), name: 'log', newName: 'old' })
    expect([...disksAfter(renamed)].sort()).toEqual(['log:a', 'old:a'])
    expect([...disksAfter(renamed, ...flush(root))]).toEqual(['old:a'])
  })

  it('has a file that moves to another folder under one name at least', () => {
    const root = statSync(join(folder, 'before')).ino
    const made = [entry('mkdir', { a: root, b: 9998, name: 'whole' }), ...flush(root)]
    const moved = entry('rename', { a: root, b: 9998, c: number('log'), name: 'log', newName: 'log' })
    expect([...disksAfter(...made, moved)].sort()).toEqual(['log:a', 'log:a whole/log:a', 'whole/log:a'])
    expect([...disksAfter(...made, moved, ...flush(root))]).toEqual(['whole/log:a'])
  })
})
