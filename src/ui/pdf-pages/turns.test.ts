import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

/** Drawings that end when the test ends them. */
function drawings(looked: () => number) {
  const turns = new Turns(looked)
  const begun: number[] = []
  const ends = new Map<number, { resolve(): void; reject(error: Error): void }>()
  const take = (page: number) =>
    turns.take(page, () => {
      begun.push(page)
      return new Promise<void>((resolve, reject) => void ends.set(page, { resolve, reject }))
    })
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  return { take, begun, ends, settled }
}

test('the page that is looked at is drawn alone, before its neighbours, the next one before the one before', async () => {
  const { take, begun, ends, settled } = drawings(() => 5)
  for (const page of [4, 6, 5]) take(page)
  await settled()
  expect(begun).toEqual([5])
  ends.get(5)?.resolve()
  await settled()
  expect(begun).toEqual([5, 6])
  ends.get(6)?.resolve()
  await settled()
  expect(begun).toEqual([5, 6, 4])
})

test('who scrolls on sees the page of now first; pages that were passed are not drawn', async () => {
  let looked = 1
  const { take, begun, ends, settled } = drawings(() => looked)
  take(1)
  await settled()
  const withdraw = take(2)
  take(40)
  take(41)
  looked = 41
  withdraw()
  ends.get(1)?.resolve()
  await settled()
  expect(begun).toEqual([1, 41])
})

test('a page that can not be drawn does not hold up the others', async () => {
  const { take, begun, ends, settled } = drawings(() => 1)
  take(1)
  take(2)
  await settled()
  ends.get(1)?.reject(new Error('no picture'))
  await settled()
  expect(begun).toEqual([1, 2])
})
