import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { type ArrivedRecord, longestSearch, searchArrived } from '../../../contract/endpoints/site/arrived.ts'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import { matchesWords } from '../../../contract/rules/matchesWords.ts'
import { answersOf } from '../../answers/answersOf.ts'
import { answerText } from '../../answers/answerText.ts'
import { ask } from '../../sync/ask.ts'
import { senderText } from './senderText.ts'

export interface RecordFilter {
  readonly q: string
  /** First and last day of the arrival, yyyy-MM-dd in the time zone of the device; '' for no limit. */
  readonly from: string
  readonly to: string
}

export const noFilter: RecordFilter = { q: '', from: '', to: '' }
export const isFiltered = ({ q, from, to }: RecordFilter): boolean => q.trim() !== '' || from !== '' || to !== ''

/** Wait after the last key before the server is asked, ms. */
const askDelay = 300

/** What the server calls the same filter. */
function queryOf({ q, from, to }: RecordFilter, lang: string) {
  const start = from === '' ? undefined : new Date(`${from}T00:00:00`)
  const end = to === '' ? undefined : new Date(`${to}T00:00:00`)
  end?.setDate(end.getDate() + 1)
  return {
    q: q.trim() === '' ? undefined : q.trim().slice(0, longestSearch),
    since: start?.toISOString(),
    until: end?.toISOString(),
    lang,
  }
}

/** Asks the server for one answer of the search. Rejects with AskFailed. */
export function searchOnServer(form: string, filter: RecordFilter, lang: string, cursor?: string, signal?: AbortSignal) {
  return ask(searchArrived, { form }, undefined, { query: { ...queryOf(filter, lang), cursor }, ...(signal && { signal }) })
}

export interface Found {
  readonly records: readonly ArrivedRecord[]
  /** The cursor of older records that are not searched yet. */
  readonly next: string | undefined
  /** True if only the records on this device were searched. */
  readonly onDevice: boolean
}

interface Search {
  /** Undefined while the first answer is on its way, or without a filter. */
  readonly found: Found | undefined
  readonly busy: boolean
  readonly findMore: () => Promise<void>
}

/** Searches the records of a form on the server; without a connection, those of this device. */
export function useRecordSearch(form: string, filter: RecordFilter, here: readonly ArrivedRecord[], page: PageData): Search {
  const { i18n } = useLingui()
  const [answer, setAnswer] = useState<{ key: string; found: Found }>()
  const [busy, setBusy] = useState(false)
  const key = JSON.stringify([form, filter, i18n.locale])
  const active = isFiltered(filter)
  useEffect(() => {
    if (!active) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      void searchOnServer(form, filter, i18n.locale, undefined, stop.signal)
        .then(({ records, next }): Found => ({ records, next, onDevice: false }))
        .catch((): Found => ({ records: here.filter((record) => isMatch(record, filter, page, i18n)), next: undefined, onDevice: true }))
        .then((found) => {
          if (!stop.signal.aborted) setAnswer({ key, found })
        })
    }, askDelay)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
    // `key` has the form, the filter and the language.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [active, key])
  const found = active && answer?.key === key ? answer.found : undefined
  const findMore = async () => {
    if (found?.next === undefined) return
    setBusy(true)
    try {
      const { records, next } = await searchOnServer(form, filter, i18n.locale, found.next)
      setAnswer({ key, found: { records: [...found.records, ...records], next, onDevice: false } })
    } finally {
      setBusy(false)
    }
  }
  return { found, busy: busy || (active && found === undefined), findMore }
}

function isMatch(record: ArrivedRecord, filter: RecordFilter, page: PageData, i18n: Parameters<typeof answerText>[1]): boolean {
  const { q = '', since, until } = queryOf(filter, i18n.locale)
  if (since !== undefined && record.createdAt < since) return false
  if (until !== undefined && record.createdAt >= until) return false
  const answers = answersOf(page.form?.children ?? [], record.model, page.lookups)
  const words = [record.title, record.sender && senderText(record.sender), ...answers.map((answer) => answerText(answer, i18n))]
  return matchesWords(q, words.join(' '))
}
