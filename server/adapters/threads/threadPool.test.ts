import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { createThreadPool, type ThreadTrouble } from './threadPool.ts'

const source = join(mkdtempSync(join(tmpdir(), 'threads-')), 'thread.mjs')
writeFileSync(
  source,
  `import { parentPort } from 'node:worker_threads'
   parentPort.on('message', (word) => {
     if (word === 'for ever') for (;;);
     if (word === 'much') for (const all = []; ; ) all.push({ word, all: [...all.slice(-9)] })
     if (word === 'end') process.exit(3)
     if (word === 'throw') throw new Error('no')
     parentPort.postMessage(word + '!')
   })`,
)
const pool = (more: { milliseconds?: number; mostWaiting?: number } = {}) =>
  createThreadPool<string, string>({
    built: 'none.js',
    source: pathToFileURL(source),
    atOnce: 1,
    mostWaiting: 4,
    milliseconds: 60_000,
    megabytes: 16,
    idle: 1000,
    ...more,
  })
const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'fine',
    ({ code }: ThreadTrouble) => code,
  )

it('answers one question after the other and refuses what is too much for the line', async () => {
  const { ask } = pool({ mostWaiting: 2 })
  const asked = ['a', 'b', 'c', 'd'].map((word) => ask(word))
  const told = await Promise.allSettled(asked)
  expect(told.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as ThreadTrouble).code))).toEqual([
    'a!',
    'b!',
    'c!',
    'busy',
  ])
  expect(await ask('e')).toBe('e!')
})

it('ends a thread that takes too long, too much memory or itself, and answers the next question by a new one', async () => {
  const { ask } = pool()
  expect(await codeOf(pool({ milliseconds: 300 }).ask('for ever'))).toBe('limit')
  expect(await codeOf(ask('much'))).toBe('limit')
  expect(await codeOf(ask('end'))).toBe('broken')
  expect(await codeOf(ask('throw'))).toBe('broken')
  expect(await ask('a')).toBe('a!')
})
