import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { createStatementRunner } from './createStatementRunner.ts'
import { DurableFileSystem } from './durableFileSystem.ts'
import { makeDatabaseFolder } from './makeDatabaseFolder.ts'
import { startParams } from './startParams.ts'
import { type ArrayType, type FromWorker, type ToWorker, told, type WorkerStart, type WorkerStatement } from './ToWorker.ts'

/**
 * The thread of the embedded database. It runs one statement after the other and posts each answer before
 * the next statement begins: so the server knows which statements ran, even if it has to end this thread in
 * the middle of one. The caller gets an answer when `flushed` covers it.
 */
const { folder, snapshot, wasm } = workerData as WorkerStart

const tell = (message: FromWorker, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer)

async function open() {
  if (!existsSync(join(folder, 'global/pg_control'))) await makeDatabaseFolder(folder, snapshot, wasm)
  const disk = new DurableFileSystem(folder, (error) => tell({ broken: told(error) }))
  const client = await PGlite.create({ fs: disk, startParams, pgliteWasmModule: wasm })
  const run = createStatementRunner(client)
  const waiting: WorkerStatement[] = []
  let running = false
  let closing = false
  let flushed = 0

  /**
   * Posts once that everything up to this statement is on disk, even if several statements wait for the
   * same flush.
   */
  async function tellFlushed(id: number) {
    await disk.flushed()
    if (id <= flushed) return
    flushed = id
    tell({ flushed: id })
  }

  async function runOne(statement: WorkerStatement) {
    const { id, inside } = statement
    try {
      const answer = await run(statement)
      const unflushed = !inside && !disk.isFlushed
      tell({ id, answer, unflushed, logBytes: disk.logBytes }, [answer.buffer as ArrayBuffer])
      // A failed flush is already reported as `broken`.
      if (unflushed) tellFlushed(id).catch(() => {})
    } catch (error) {
      tell({ id, trouble: told(error) })
    }
  }

  async function runAll() {
    if (running) return
    running = true
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await runOne(next)
      // Lets the event loop process a finished flush in between.
      if (!disk.isFlushed) await new Promise(setImmediate)
    }
    running = false
    if (closing) await close()
  }

  async function close() {
    await disk.flushed().then(
      () => tell({ flushed: Number.MAX_SAFE_INTEGER }),
      () => {},
    )
    await client.close()
    tell({ closed: true })
    parentPort?.close()
  }

  parentPort?.on('message', (message: ToWorker) => {
    if ('run' in message) waiting.push(...message.run)
    else closing = true
    void runAll()
  })
  const arrays = await client.query<ArrayType>(
    `select b.oid::int as element, b.typarray::int as array from pg_type a join pg_type b on b.oid = a.typelem where a.typcategory = 'A' group by 1, 2`,
  )
  await disk.flushed()
  tell({ opened: arrays.rows })
}

open().catch((error: unknown) => tell({ notOpened: told(error) }))
