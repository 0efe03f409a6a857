// @vitest-environment node
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { calculationsIn } from './calculationsIn.ts'

/** pdf.js needs it, and Node.js has it from version 22 on. */
function withResolvers<T>() {
  let resolve: (value: T) => void = () => undefined
  let reject: (reason: unknown) => void = () => undefined
  const promise = new Promise<T>((...both) => ([resolve, reject] = both))
  return { promise, resolve, reject }
}

it('finds the totals of a file without running its scripts', async () => {
  Object.assign(Promise, { withResolvers })
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const task = getDocument({ data: new Uint8Array(readFileSync('tests/pdf/forms/scripted.pdf')) })
  const pdf = await task.promise
  expect(await calculationsIn(pdf, ['sum', 'Text1', 'no field'])).toEqual([{ name: 'sum', how: 'SUM', of: ['Text2', 'Text4'] }])
  await task.destroy()
})
