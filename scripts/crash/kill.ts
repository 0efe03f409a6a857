import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../tests/harness/postgres.ts'
import { type CrashOptions, type CrashResult, crashRounds } from './rounds.ts'

type Settings = Pick<CrashOptions, 'rounds' | 'saves' | 'onRound'>

/**
 * Kills the server (kill -9) under load, on the embedded storage in `dataDir` or a new folder. Deletes the
 * folder afterwards.
 */
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

/** Kills the server (kill -9) under load, and PostgreSQL too in every second round. */
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
