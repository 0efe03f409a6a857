import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { RosterPerson, SignIn } from '../../../contract/endpoints/attendance.ts'
import { hour } from '../../../contract/rules/presence.ts'
import type { Attachment } from '../../../contract/endpoints/uploads.ts'
import { masked } from '../../../contract/rules/masked.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { PhotoButton } from './PhotoButton.tsx'
import { tapGate } from './tapGate.ts'
import { SiteField } from './SiteField.tsx'
import { type Gate, type Roster, siteOfGate } from './useGate.ts'
import { clockTime, lasted } from './clockTime.ts'
import * as styles from './gate.module.css'

interface GatePersonProps {
  readonly person: RosterPerson
  readonly gate: Gate
  readonly roster: Roster
  readonly now: number
  readonly via?: SignIn['via'] | undefined
  /** Used in a public place: it does not show who is on site. */
  readonly kiosk?: boolean | undefined
  readonly onInduct: (person: RosterPerson) => void
  readonly onBack: () => void
  readonly onDone: (direction: 'in' | 'out', time: number) => void
}

const day = 24 * hour

const isInductionDue = (state: ReturnType<Gate['induction']>) => state === 'missing' || state === 'expired'

/** A person whom the gate knows: the large button has the one action for them. */
export function GatePerson({ person, gate, roster, now, via = 'list', kiosk = false, onInduct, onBack, onDone }: GatePersonProps) {
  const { t } = useLingui()
  const { gate: info, sites, induction } = roster
  const stay = gate.stayOf(person)
  const [site, setSite] = useState(stay?.site ?? siteOfGate(roster))
  const [photo, setPhoto] = useState<Attachment>()
  const needsInduction = isInductionDue(gate.induction(person))
  const tap = async (direction: 'in' | 'out') => {
    try {
      const done = await tapGate({
        direction,
        gate: info,
        // People sign out of the site where they signed in.
        site: direction === 'out' && stay?.site ? stay.site : site,
        who: person,
        via,
        induction: person.inducted?.path,
        photo,
      })
      onDone(direction, done.at)
    } catch (error) {
      toast((error as Error).message, 'error')
    }
  }
  return (
    <section className={styles.card} data-person={person.name}>
      <div>
        <h2>{person.name}</h2>
        <span className={styles.note}>{[person.company, person.role].filter(Boolean).join(' · ')}</span>
        {person.mobile && !kiosk && <span className={styles.note}>{masked(person.mobile)}</span>}
      </div>
      <PersonChips person={person} gate={gate} validDays={induction?.days} now={now} kiosk={kiosk} />
      {!stay && <SiteField sites={sites} site={site} onPick={setSite} />}
      <div className={styles.big}>
        <PersonAction isOnSite={stay !== undefined} needsInduction={needsInduction} onTap={tap} onInduct={() => onInduct(person)} />
        {kiosk && (
          <Button icon="back" onClick={() => tap('out')}>
            {t`Sign out`}
          </Button>
        )}
      </div>
      <div className={styles.chips}>
        <Button icon="back" onClick={onBack}>
          {t`Not me`}
        </Button>
        {!stay && !needsInduction && <PhotoButton photo={photo} onPhoto={setPhoto} />}
        {!stay && !kiosk && (
          <Button kind="quiet" onClick={() => tap('out')}>
            {t`Sign out`}
          </Button>
        )}
      </div>
    </section>
  )
}

interface ChipsProps {
  readonly person: RosterPerson
  readonly gate: Gate
  /** How long an induction is valid; undefined if the gate has none. */
  readonly validDays: number | undefined
  readonly now: number
  readonly kiosk: boolean
}

/** What the gate knows of the person: on site or not, and the state of the induction. */
function PersonChips({ person, gate, validDays, now, kiosk }: ChipsProps) {
  const { t, i18n } = useLingui()
  const stay = gate.stayOf(person)
  const inducted = gate.induction(person)
  return (
    <div className={styles.chips}>
      {stay ? (
        <span className={styles.chip} data-level="sent">
          <Icon name="check" size={16} />
          {t`On site since ${clockTime(i18n, stay.since, now)}`} · {lasted(now - stay.since)}
        </span>
      ) : (
        !kiosk && <span className={styles.chip}>{t`Not signed in`}</span>
      )}
      {!kiosk && inducted === 'valid' && person.inducted && validDays !== undefined && (
        <span className={styles.chip} data-level="sent">
          <Icon name="hardHat" size={16} />
          {t`Induction valid until ${i18n.date(new Date(person.inducted.at + validDays * day), { dateStyle: 'medium' })}`}
        </span>
      )}
      {isInductionDue(inducted) && (
        <span className={styles.chip} data-level="warning">
          <Icon name="alert" size={16} />
          {inducted === 'missing' ? t`Induction missing` : t`Induction expired`}
        </span>
      )}
    </div>
  )
}

interface ActionProps {
  readonly isOnSite: boolean
  readonly needsInduction: boolean
  readonly onTap: (direction: 'in' | 'out') => Promise<void>
  readonly onInduct: () => void
}

/** The one action for the person. */
function PersonAction({ isOnSite, needsInduction, onTap, onInduct }: ActionProps) {
  const { t } = useLingui()
  if (isOnSite)
    return (
      <Button kind="primary" icon="back" onClick={() => onTap('out')}>
        {t`Sign out`}
      </Button>
    )
  if (needsInduction)
    return (
      <>
        <p style={{ margin: 0 }}>
          <Trans>Finish the induction first. Your progress is saved.</Trans>
        </p>
        <Button kind="primary" icon="hardHat" onClick={() => onInduct()}>
          {t`Start the induction`}
        </Button>
      </>
    )
  return (
    <Button kind="primary" icon="check" onClick={() => onTap('in')}>
      {t({ message: 'Sign in', context: 'gate' })}
    </Button>
  )
}
