import { describe, expect, it } from 'vitest'
import { runningWork } from './runningWork.ts'

describe('running work', () => {
  const started = () => {
    const { add, settled, idle } = runningWork()
    const ends: Record<string, (error?: Error) => void> = {}
    const log: string[] = []
    const start = (name: string, key = 'a') => {
      const work = add(key, new Promise<void>((resolve, reject) => (ends[name] = (error) => (error ? reject(error) : resolve()))))
      work.then(
        () => log.push(`${name} ended`),
        () => log.push(`${name} failed`),
      )
    }
    const note = (what: string, wait: Promise<void>) => wait.then(() => void log.push(what))
    return { start, ends, log, note, settled, idle }
  }

  it('of a key is settled when all of it has ended, in any order, with or without an error', async () => {
    const { start, ends, log, note, settled } = started()
    start('first')
    start('second')
    start('other', 'b')
    const waiting = note('settled', settled('a'))
    ends['second']?.(new Error('the disk is full'))
    await settled('c')
    ends['first']?.()
    await waiting
    expect(log).toEqual(['second failed', 'first ended', 'settled'])
    await settled('a')
  })

  it('is idle when work that began meanwhile has ended, too', async () => {
    const { start, ends, log, note, idle } = started()
    start('first')
    const waiting = note('idle', idle())
    start('second', 'b')
    ends['first']?.()
    await expect.poll(() => log).toEqual(['first ended'])
    ends['second']?.()
    await waiting
    expect(log).toEqual(['first ended', 'second ended', 'idle'])
  })
})
