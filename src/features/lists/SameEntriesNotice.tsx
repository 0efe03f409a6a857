import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { ListEntry } from '../../../contract/endpoints/lists/projectLists.ts'
import { layOver, ofMap, usePendingUnder } from '../../store/outbox/useChangesOver.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { entryChange } from './entryChange.ts'
import { sameEntries } from './sameEntries.ts'
import * as styles from './lists.module.css'

const inWords = ({ name, values }: ListEntry) => [name, values['number'], values['company'], values['mobile']].filter(Boolean).join(', ')

interface SameEntriesNoticeProps {
  readonly team: string
  readonly entries: readonly ListEntry[]
  readonly onMerge: (was: ListEntry, stays: ListEntry) => unknown
}

/** People of the list who may be there twice, each with a way to merge them. */
export function SameEntriesNotice({ team, entries, onMerge }: SameEntriesNoticeProps) {
  const { t } = useLingui()
  const pending = usePendingUnder(`teams/${team}`)
  const pairs = useMemo(() => {
    const current = layOver(entries, ofMap(pending ?? [], 'people'), ({ key }) => key, entryChange('people'))
    return sameEntries(current.flatMap(({ row }) => (row.disabled ? [] : [row])))
  }, [entries, pending])
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
          return (
            <li key={`${stays.key} ${was.key}`}>
              <span>
                {kept}
                <br />
                {other}
              </span>
              <Button size="desk" onClick={merge} aria-label={t`Merge ${other}`}>
                {t`Merge`}
              </Button>
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}
