import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Postgres, startPostgres } from '../../tests/harness/postgres.ts'
import { inTurn } from './inTurn.ts'
import { openStorage, type Storage } from './storage.ts'

let postgres: Postgres
const servers: Storage[] = []
beforeAll(async () => {
  postgres = await startPostgres()
  for (let n = 0; n < 3; n++) servers.push(await openStorage({ databaseUrl: postgres.url(), checkRows: true }))
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()))
  await postgres.stop()
})

const hour = 3_600_000

it('one of the servers runs a round in each interval, each other work has its own', async () => {
  const ran: string[] = []
  const rounds = (name: string, ms: number) => servers.map((server) => inTurn(server, { name, ms }, async () => void ran.push(name)))
  await Promise.all(rounds('a', hour).map((round) => round()))
  await Promise.all(rounds('b', hour).map((round) => round()))
  expect(ran).toEqual(['a', 'b'])
  // An interval that has passed.
  await rounds('a', 0)[1]?.()
  expect(ran).toEqual(['a', 'b', 'a'])
})

it('a round that fails is repeated by the next server', async () => {
  const ran: number[] = []
  const [first, second] = servers.map((server, n) =>
    inTurn(server, { name: 'failing', ms: hour }, async () => {
      ran.push(n)
      if (n === 0) throw new Error('no')
    }),
  )
  await expect(first?.()).rejects.toThrow('no')
  await second?.()
  await second?.()
  expect(ran).toEqual([0, 1])
})

it('the only server of an embedded database runs each round', async () => {
  const storage = await openStorage({ memory: true })
  let ran = 0
  const round = inTurn(storage, { name: 'a', ms: hour }, async () => void ran++)
  await round()
  await round()
  expect(ran).toBe(2)
  await storage.close()
})
