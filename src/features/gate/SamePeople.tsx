import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { ofList } from '../../../contract/endpoints/site/SameRecord.ts'
import type { AttendanceEvent, SamePair, Who } from '../../../contract/rules/presence.ts'
import { type PossiblySame, possiblySame, type SameDecision, sameOnes, type SameReason } from '../../../contract/rules/crew/possiblySame.ts'
import { decideSame } from '../../store/outbox/decideSame.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import * as styles from './gate.module.css'

interface SamePeopleProps {
  readonly team: string
  readonly events: readonly AttendanceEvent[]
  readonly decisions: readonly SameDecision[]
}

const detailsOf = ({ company, mobile }: Who) => [company, mobile].filter(Boolean).join(' · ')

const inWords = (who: Who) => [who.name, detailsOf(who)].filter(Boolean).join(', ')

/** Stores a decision, and says why it could not be stored. */
async function decide(team: string, pair: SamePair, isSame: boolean, done: string): Promise<void> {
  try {
    await decideSame(team, pair, isSame)
    toast(done, 'success')
  } catch (error) {
    toast((error as Error).message, 'error')
  }
}

/** For managers: people who may be there twice, and those whom someone has merged. Works offline. */
export function SamePeople({ team, events, decisions }: SamePeopleProps) {
  const { t } = useLingui()
  const possible = useMemo(() => possiblySame(events, decisions), [events, decisions])
  const merged = useMemo(() => sameOnes(decisions).filter(({ id }) => !id.startsWith(ofList)), [decisions])
  return (
    <>
      {possible.length > 0 && (
        <details className={styles.siteGroup} open data-same={possible.length}>
          <summary>
            <span>{t`Possibly the same person`}</span>
            <span className={styles.chip} data-level="warning">
              {possible.length}
            </span>
          </summary>
          <p className={styles.note}>
            <Trans>Each of these people is counted twice if they are one. After a merge all sign-ins stay.</Trans>
          </p>
          <ul className={styles.sitePeople}>
            {possible.map((pair) => (
              <Pair
                key={`${pair.reason} ${pair.stays.name} ${detailsOf(pair.stays)} ${pair.was.name} ${detailsOf(pair.was)}`}
                team={team}
                pair={pair}
              />
            ))}
          </ul>
        </details>
      )}
      {merged.length > 0 && <Merged team={team} merged={merged} />}
    </>
  )
}

function Pair({ team, pair }: { readonly team: string; readonly pair: PossiblySame }) {
  const { t } = useLingui()
  const { stays, was, reason } = pair
  const words: Readonly<Record<SameReason, string>> = {
    number: t`They have the same mobile number.`,
    name: t`They have the same name.`,
    device: t`They signed in with the same phone.`,
  }
  const { name } = stays
  const merge = async () => {
    const [other, kept] = [inWords(was), inWords(stays)]
    const text = t`Merge ${other} into ${kept}? All sign-ins stay.`
    if (await confirmDialog({ text, ok: t`Merge` })) await decide(team, pair, true, t`${name} is one person now. Saved on this device.`)
  }
  return (
    <li className={styles.sitePerson} data-pair={name}>
      <div>
        <span className={styles.name}>{name}</span>
        <span className={styles.note}>{detailsOf(stays)}</span>
        <span className={styles.name}>{was.name}</span>
        <span className={styles.note}>{detailsOf(was)}</span>
        <p className={styles.why}>{words[reason]}</p>
      </div>
      <div className={styles.chips}>
        <Button
          kind="quiet"
          onClick={() => decide(team, pair, false, t`Noted. Saved on this device.`)}
          aria-label={t`Two people: ${name}`}
        >{t`Two people`}</Button>
        <Button icon="people" onClick={merge} aria-label={t`Same person: ${name}`}>
          {t`Same person`}
        </Button>
      </div>
    </li>
  )
}

/** A merge can be taken back: the sign-ins were never changed. */
function Merged({ team, merged }: { readonly team: string; readonly merged: readonly SameDecision[] }) {
  const { t } = useLingui()
  return (
    <details className={styles.siteGroup}>
      <summary>
        <span>{t`Merged people`}</span>
        <span className={styles.chip}>{merged.length}</span>
      </summary>
      <ul className={styles.sitePeople}>
        {merged.map((one) => {
          const { name } = one.stays
          return (
            <li key={one.id} className={styles.sitePerson}>
              <div>
                <span className={styles.name}>{name}</span>
                <span className={styles.note}>{[one.was.name, detailsOf(one.was)].filter(Boolean).join(' · ')}</span>
              </div>
              <Button
                kind="quiet"
                onClick={() => decide(team, one, false, t`They are two people again. Saved on this device.`)}
                aria-label={t`Separate again: ${name}`}
              >{t`Separate again`}</Button>
            </li>
          )
        })}
      </ul>
    </details>
  )
}
