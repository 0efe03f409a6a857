import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../tests/harness/postgres.ts'
import { type CrashOptions, type CrashResult, crashRounds } from './rounds.ts'

type Settings = Pick<CrashOptions, 'rounds' | 'saves' | 'onRound'>

/** kill -9 of the server under load, on the embedded storage; in `dataDir`, which is removed afterwards, or a new folder. */
export async function killOnEmbedded({
  dataDir = mkdtempSync(join(tmpdir(), 'muster-kill-')),
  ...settings
}: Settings & { readonly dataDir?: string | undefined }): Promise<CrashResult> {
  try {
    return await crashRounds({
      ...settings,
      storageOptions: { dataDir },
      checkpointEvery: 97,
      countLate: true,
      async crash(saver) {
        saver.kill('SIGKILL')
      },
    })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** kill -9 of the server under load, and every other time of PostgreSQL with it. */
export async function killOnPostgres(settings: Settings): Promise<CrashResult> {
  const postgres = await startPostgres({ durable: true })
  try {
    return await crashRounds({
      ...settings,
      storageOptions: { databaseUrl: postgres.url() },
      checkpointEvery: 97,
      countLate: true,
      async crash(saver, round) {
        if (round % 2 === 0) await postgres.killAndRestart()
        saver.kill('SIGKILL')
      },
    })
  } finally {
    await postgres.stop()
  }
}
