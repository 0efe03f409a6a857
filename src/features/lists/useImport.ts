import { useCallback, useEffect, useRef, useState } from 'react'
import {
  applyImport,
  lastImport,
  type ListImport,
  rowsPerBatch,
  sendRows,
  undoImport,
} from '../../../contract/endpoints/lists/projectLists.ts'
import type { ProjectListName } from '../../../contract/reference/projectLists.ts'
import type { EntryCells } from '../../../contract/rules/readEntry.ts'
import { backoffDelay, longestPauseOffline } from '../../lib/backoffDelay.ts'
import { newId } from '../../lib/newId.ts'
import { nextChance } from '../../lib/nextChance.ts'
import { ask, AskFailed } from '../../sync/ask.ts'

export interface ImportProgress {
  readonly deed: 'check' | 'apply' | 'undo'
  readonly done: number
  readonly total: number
  /** The connection is lost; the next attempt follows by itself. */
  readonly isWaiting: boolean
}

export interface ImportHandle {
  /** The last import of the list on the server; undefined while it loads, null if there is none. */
  readonly last: ListImport | null | undefined
  readonly progress: ImportProgress | undefined
  /** Why the server refused, in words. */
  readonly refusal: string | undefined
  check(file: string, rows: readonly { row: number; cells: EntryCells }[]): Promise<void>
  apply(id: string): Promise<void>
  undo(id: string): Promise<void>
}

const isPassing = (error: unknown) => error instanceof AskFailed && error.kind !== 'refused'

class Left extends Error {}

/**
 * Sends a file to the server in batches, and has it applied in portions. A lost connection is waited for: the
 * server takes each batch and each row once, so a request may be repeated. After a reload, `last` says how far
 * it is.
 */
export function useImport(team: string, list: ProjectListName, onChanged: () => Promise<void>): ImportHandle {
  const [last, setLast] = useState<ListImport | null>()
  const [progress, setProgress] = useState<ImportProgress>()
  const [refusal, setRefusal] = useState<string>()
  const isOpen = useRef(true)

  /** Asks until the server has answered; throws its refusal, and Left when the screen is closed. */
  const persist = useCallback(async <A>(question: () => Promise<A>): Promise<A> => {
    for (let attempt = 1; ; attempt++) {
      if (!isOpen.current) throw new Left()
      try {
        const answer = await question()
        setProgress((now) => now && { ...now, isWaiting: false })
        return answer
      } catch (error) {
        if (!isPassing(error)) throw error
        setProgress((now) => now && { ...now, isWaiting: true })
        await nextChance(backoffDelay(attempt, Math.random(), longestPauseOffline))
      }
    }
  }, [])

  /** Runs one deed, and shows the refusal of the server. */
  const run = useCallback(async (deed: ImportProgress['deed'], total: number, work: () => Promise<void>) => {
    setRefusal(undefined)
    setProgress({ deed, done: 0, total, isWaiting: false })
    try {
      await work()
    } catch (error) {
      if (!(error instanceof Left)) setRefusal(error instanceof Error ? error.message : String(error))
    } finally {
      setProgress(undefined)
    }
  }, [])

  const load = useCallback(async () => {
    const answer = await persist(() => ask(lastImport, { id: team, list }))
    setLast(answer.import)
  }, [list, persist, team])

  useEffect(() => {
    isOpen.current = true
    load().catch((error: unknown) => {
      if (!(error instanceof Left)) setRefusal(error instanceof Error ? error.message : String(error))
    })
    return () => {
      isOpen.current = false
    }
  }, [load])

  const check: ImportHandle['check'] = (file, rows) =>
    run('check', rows.length, async () => {
      const id = newId()
      for (let at = 0; at < rows.length; at += rowsPerBatch) {
        const body = { file: file.slice(0, 200), total: rows.length, rows: rows.slice(at, at + rowsPerBatch) }
        const { arrived } = await persist(() => ask(sendRows, { id: team, list, import: id }, body))
        setProgress((now) => now && { ...now, done: arrived })
      }
      await load()
    })

  const repeat = async (id: string, endpoint: typeof applyImport, until: ListImport['state']) => {
    for (;;) {
      const answer = await persist(() => ask(endpoint, { id: team, list, import: id }))
      setLast(answer)
      setProgress((now) => now && { ...now, done: answer.done })
      if (answer.state === until) return onChanged()
    }
  }
  return {
    last,
    progress,
    refusal,
    check,
    apply: (id) => run('apply', last?.total ?? 0, () => repeat(id, applyImport, 'applied')),
    undo: (id) => run('undo', last?.total ?? 0, () => repeat(id, undoImport, 'undone')),
  }
}
