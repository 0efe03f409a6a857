import { useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { botColumns, botsInPage, listBots, longestBotSearch } from '../../../contract/endpoints/bots.ts'
import type { AnswerOf, QueryOf } from '../../../contract/endpoint.ts'
import { useOnline } from '../../store/connectivity/useOnline.ts'
import { useOwner } from '../../store/identity/useOwner.ts'
import { type Cached, useCachedLater } from '../../store/queries/cached.ts'
import type { TablePart, TableQuestion } from '../../ui/table/useTable.ts'
import { whenIdle } from '../../ui/whenIdle.ts'

type Bots = AnswerOf<typeof listBots>
type Query = Partial<QueryOf<typeof listBots>>

interface BotList {
  readonly cached: Cached<Bots>
  /** Set while the device has only the first bots, and the server searches and sorts. */
  readonly part: TablePart | undefined
  /** The device has only the first of the bots that the search finds. */
  readonly isCut: boolean
}

/**
 * The bots of all projects. A device that has them all searches and sorts them itself. Otherwise the server does, one page comes
 * first, and the device reads the rest when its browser is idle.
 */
export function useBotList(archived: boolean): BotList {
  const { t, i18n } = useLingui()
  const isOnline = useOnline()
  const [question, setQuestion] = useState<TableQuestion>()
  const [isDue, setDue] = useState(false)
  const list: Query = { archived: String(archived) }
  const whole = useCachedLater(listBots, undefined, list, isDue)
  const isPart = whole.isKept === false
  const first: Query = { ...list, limit: String(botsInPage) }
  const found = useCachedLater(listBots, undefined, { ...first, ...(isOnline && queryOf(question, t`Private`, i18n.locale)) }, isPart)
  const page = useFormerData(found)
  const isShown = whole.isKept === true || page.data !== undefined
  useEffect(() => (isShown ? whenIdle(() => setDue(true)) : undefined), [isShown])
  const { refresh: refreshPage } = page
  const { refresh: refreshWhole } = whole
  const refresh = useCallback(async () => {
    // The request for all may have failed, or may be older than a change of this person.
    if (isDue) void refreshWhole().catch(() => undefined)
    await refreshPage()
  }, [isDue, refreshPage, refreshWhole])

  const ask = useCallback((next: TableQuestion) => setQuestion((former) => (isSame(former, next) ? former : next)), [])
  const counts = isPart && isOnline ? page.data : undefined
  const part = useMemo(
    () => (counts?.all === undefined ? undefined : { all: counts.all, found: counts.found ?? counts.all, ask }),
    [ask, counts],
  )
  const isCut = isPart && (page.data?.found ?? 0) > botsInPage
  return { cached: isPart ? { ...page, refresh } : whole, part, isCut }
}

/** What to ask the server; nothing for the first bots in their usual order. */
function queryOf(question: TableQuestion | undefined, none: string, language: string): Query {
  if (question === undefined) return {}
  const { columns, sorting } = question
  const search = question.search.trim().slice(0, longestBotSearch)
  // The device may have kept an order by a column of an older version.
  const sort = botColumns.find((key) => key === sorting?.key)
  if (search === '' && sort === undefined) return {}
  return {
    ...(search !== '' && { search, columns: columns.join() }),
    ...(sort && { sort, ...(sorting?.down && { down: 'true' }), lang: language }),
    none,
  }
}

const isSame = (one: TableQuestion | undefined, other: TableQuestion): boolean =>
  one?.search === other.search &&
  one.sorting?.key === other.sorting?.key &&
  one.sorting?.down === other.sorting?.down &&
  one.columns.join() === other.columns.join()

/** Shows the former answer of this person while the next one is on its way, and while the server cannot be reached. */
function useFormerData(cached: Cached<Bots>): Cached<Bots> {
  const owner = useOwner()
  const former = useRef<{ readonly owner: string; readonly data: Bots }>(undefined)
  if (cached.data !== undefined) former.current = { owner, data: cached.data }
  const isFailed = cached.error?.passing !== undefined
  if (former.current?.owner !== owner || !(cached.state === 'loading' || isFailed)) return cached
  return { ...cached, data: former.current.data, state: 'ready', stale: isFailed, error: undefined }
}
