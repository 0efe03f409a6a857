import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetOwner, setOwner } from '../store/identity/getOwner.ts'
import { finishSignOut, noteSession, takeSessionBack } from './finishSignOut.ts'

const sessionA = { value: 'a', iv: '1' }
const sessionB = { value: 'b', iv: '2' }

let answers: ((response: Response | Error) => void)[]
let bodies: unknown[]

const signedOut = () => new Response('{}', { headers: { 'x-app': '1' } })
const asked = (count: number) => vi.waitFor(() => expect(answers).toHaveLength(count))

beforeEach(async () => {
  answers = []
  bodies = []
  vi.stubGlobal('fetch', (_: string, { body }: RequestInit) => {
    bodies.push(JSON.parse(String(body ?? 'null')))
    return new Promise((resolve, reject) => answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer))))
  })
  await setOwner('u:ana')
})
afterEach(() => {
  vi.unstubAllGlobals()
  forgetOwner()
})

it('ends the session of the next person too, when the answer about the one before comes late', async () => {
  noteSession(sessionA)
  const first = takeSessionBack(10_000, { isNextWaiting: false })
  await asked(1)
  noteSession(sessionB)
  const second = takeSessionBack(10_000, { isNextWaiting: false })
  await asked(2)
  answers[1]?.(new Error('offline'))
  await second
  answers[0]?.(signedOut())
  await first
  const later = finishSignOut()
  await asked(3)
  expect(bodies[2]).toEqual({ session: sessionB })
  answers[2]?.(signedOut())
  await later
  await finishSignOut()
  expect(answers).toHaveLength(3)
})
