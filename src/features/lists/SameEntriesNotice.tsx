import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import type { ListEntry, readList } from '../../../contract/endpoints/lists/projectLists.ts'
import { decideSame } from '../../store/outbox/decideSame.ts'
import { layOver, ofMap, usePendingUnder } from '../../store/outbox/useChangesOver.ts'
import type { Cached } from '../../store/queries/cached.ts'
import { useSameDecisions } from '../../store/queries/useSameDecisions.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { entryChange } from './entryChange.ts'
import { sameEntries, whoOf } from './sameEntries.ts'
import * as styles from './lists.module.css'

const inWords = ({ name, values }: ListEntry) => [name, values['number'], values['company'], values['mobile']].filter(Boolean).join(', ')

interface SameEntriesNoticeProps {
  readonly team: string
  readonly entries: readonly ListEntry[]
  /** What managers have decided; undefined for people who may not decide. */
  readonly same: AnswerOf<typeof readList>['same']
  /** The copy of the list. */
  readonly cached: Pick<Cached<unknown>, 'fetchedAt' | 'refresh'>
  readonly onMerge: (was: ListEntry, stays: ListEntry) => unknown
}

/** People of the list who may be there twice, each with a way to merge them, or to say that they are two. */
export function SameEntriesNotice({ team, entries, same, cached, onMerge }: SameEntriesNoticeProps) {
  const { t } = useLingui()
  const pending = usePendingUnder(`teams/${team}`)
  const decisions = useSameDecisions(team, same, cached)
  const pairs = useMemo(() => {
    const current = layOver(entries, ofMap(pending ?? [], 'people'), ({ key }) => key, entryChange('people'))
    return sameEntries(
      current.flatMap(({ row }) => (row.disabled ? [] : [row])),
      decisions,
    )
  }, [entries, pending, decisions])
  if (pairs.length === 0) return null
  return (
    <Notice level="warning">
      <strong>{t`Possibly the same person`}</strong>
      <ul className={styles.pairs}>
        {pairs.map(({ stays, was }) => {
          const [kept, other] = [inWords(stays), inWords(was)]
          const merge = async () => {
            const text = t`Merge ${other} into ${kept}? All sign-ins stay.`
            if (await confirmDialog({ text, ok: t`Merge` })) await onMerge(was, stays)
          }
          const part = async () => {
            try {
              await decideSame(team, { stays: whoOf(stays), was: whoOf(was) }, false)
              toast(t`Noted. Saved on this device.`, 'success')
            } catch (error) {
              toast((error as Error).message, 'error')
            }
          }
          return (
            <li key={`${stays.key} ${was.key}`}>
              <span>
                {kept}
                <br />
                {other}
              </span>
              <span className={styles.choices}>
                {same && (
                  <Button size="desk" kind="quiet" onClick={part} aria-label={t`Two people: ${other}`}>
                    {t`Two people`}
                  </Button>
                )}
                <Button size="desk" onClick={merge} aria-label={t`Merge ${other}`}>
                  {t`Merge`}
                </Button>
              </span>
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}
