import { describe, expect, it } from 'vitest'
import { killOnEmbedded, killOnPostgres } from '../../scripts/crash/kill.ts'
import { embeddedFolder } from '../../tests/harness/storages.ts'

/** The short form of scripts/crash/run.mjs. */
describe('a server that is killed in the middle of saving', () => {
  const expectNothingLost = ({ lost, faults, answered }: Awaited<ReturnType<typeof killOnEmbedded>>, atLeast: number) => {
    expect({ lost, faults }).toEqual({ lost: 0, faults: [] })
    expect(answered).toBeGreaterThanOrEqual(atLeast)
  }

  it('has every save that it answered, embedded', async () => {
    expectNothingLost(await killOnEmbedded({ rounds: 3, saves: 60, dataDir: await embeddedFolder() }), 180)
  }, 180_000)

  it('has every save that it answered, on PostgreSQL that is killed too', async () => {
    expectNothingLost(await killOnPostgres({ rounds: 3, saves: 60 }), 180)
  }, 180_000)
})
