import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMissing } from './addMissing.ts'

const added: readonly (readonly [object, readonly string[]])[] = [
  [AbortSignal, ['any']],
  [URL, ['canParse']],
  [Array.prototype, ['toReversed', 'toSorted', 'toSpliced', 'with']],
]
const natives = added.flatMap(([target, names]) =>
  names.map((name) => [target, name, Object.getOwnPropertyDescriptor(target, name) as PropertyDescriptor] as const),
)

beforeAll(() => {
  for (const [target, name] of natives) Reflect.deleteProperty(target, name)
  addMissing()
})
afterAll(() => {
  for (const [target, name, native] of natives) Object.defineProperty(target, name, native)
})

it('leaves what the browser has', () => {
  const own = () => true
  const before = URL.canParse
  URL.canParse = own
  addMissing()
  expect(URL.canParse).toBe(own)
  URL.canParse = before
})

describe('AbortSignal.any', () => {
  /** A signal that counts its listeners. */
  const counted = () => {
    const controller = new AbortController()
    const { signal } = controller
    const listeners = new Set<unknown>()
    const listen = signal.addEventListener.bind(signal)
    signal.addEventListener = (type: string, listener: EventListener, options: AddEventListenerOptions) => {
      listeners.add(listener)
      options.signal?.addEventListener('abort', () => listeners.delete(listener))
      listen(type, listener, options)
    }
    return { controller, signal, listeners }
  }

  it('aborts with the first signal and its reason, and the others no longer know it', () => {
    const [one, two] = [counted(), counted()]
    const either = AbortSignal.any([one.signal, two.signal])
    expect(either.aborted).toBe(false)
    expect([one.listeners.size, two.listeners.size]).toEqual([1, 1])
    const reasons: unknown[] = []
    either.addEventListener('abort', () => reasons.push(either.reason))
    two.controller.abort('two')
    one.controller.abort('one')
    expect(reasons).toEqual(['two'])
    expect(one.listeners.size).toBe(0)
  })

  it('is aborted at once by a signal that is, and adds no listener', () => {
    const [one, two, three] = [counted(), counted(), counted()]
    two.controller.abort('before')
    const any = AbortSignal.any([one.signal, two.signal, three.signal])
    expect([any.aborted, any.reason]).toEqual([true, 'before'])
    expect([one.listeners.size, three.listeners.size]).toEqual([0, 0])
  })

  it('without a signal never aborts', () => {
    expect(AbortSignal.any([]).aborted).toBe(false)
  })
})

it('URL.canParse says whether an address is one', () => {
  expect(URL.canParse('https://site.example/a')).toBe(true)
  expect(URL.canParse('a/b')).toBe(false)
  expect(URL.canParse('a/b', 'https://site.example')).toBe(true)
  expect(URL.canParse('https://[', 'https://site.example')).toBe(false)
})

it('copies of lists leave the list as it is', () => {
  const list = [3, 1, 2]
  expect(list.toSorted()).toEqual([1, 2, 3])
  expect(list.toSorted((a, b) => b - a)).toEqual([3, 2, 1])
  expect(list.toReversed()).toEqual([2, 1, 3])
  expect(list.toSpliced(1, 1)).toEqual([3, 2])
  expect(list.toSpliced(1)).toEqual([3])
  expect(list.toSpliced(1, 0, 8, 9)).toEqual([3, 8, 9, 1, 2])
  expect(list.with(-1, 7)).toEqual([3, 1, 7])
  expect(() => list.with(3, 7)).toThrow(RangeError)
  expect(list).toEqual([3, 1, 2])
  expect(Object.keys(list)).toEqual(['0', '1', '2'])
  // A for-in loop over a list names none of them.
  expect(Object.keys(Array.prototype)).toEqual([])
})
