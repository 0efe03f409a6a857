import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { RosterPerson } from '../../../contract/endpoints/attendance.ts'
import { isKioskActor } from '../../../contract/endpoints/kiosk.ts'
import { noteSeen } from '../../store/kiosk/noteSeen.ts'
import { useOwner } from '../../store/identity/useOwner.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { FailedState } from '../../ui/feedback/FailedState.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useStepMotion } from '../../ui/motion/useStepMotion.ts'
import { AsOf } from './AsOf.tsx'
import { kioskFinder, peopleFinder, withBadge } from './findPeople.ts'
import { GatePerson } from './GatePerson.tsx'
import { IdleNotice } from './IdleNotice.tsx'
import { InductionFrame } from './InductionFrame.tsx'
import { NewVisitor } from './NewVisitor.tsx'
import { numberKeyOf, useNumberOwner } from './useNumberOwner.ts'
import { PersonField } from './PersonField.tsx'
import { type Gate, type Roster, useGate, useRoster } from './useGate.ts'
import { useIdleGate } from './useIdleGate.ts'
import { useKioskGate } from './useKioskGate.ts'
import { useServerNow } from './useServerNow.ts'
import { clockTime } from './clockTime.ts'
import * as styles from './gate.module.css'

/** The camera and the QR code reader are loaded only where a person scans a code. */
const BadgeCamera = lazy(() => import('./BadgeCamera.tsx').then((module) => ({ default: module.BadgeCamera })))

/** How long the welcome message stays on the screen, ms. */
const doneFor = 4000
/** Most people offered before any search text is typed. A kiosk offers no names. */
const mostLatest = 8

type Step =
  | { readonly at: 'search' }
  | { readonly at: 'person' | 'induction'; readonly person: RosterPerson }
  | { readonly at: 'new'; readonly typed: string }
  | { readonly at: 'done'; readonly name: string; readonly direction: 'in' | 'out'; readonly time: number; readonly visitor: boolean }

/** The order of the steps. */
const stepOrder: Readonly<Record<Step['at'], number>> = { search: 0, person: 1, new: 1, induction: 2, done: 3 }

/**
 * `/gate/{bot or site}`: sign-in and sign-out for everyone at the site gate, on a tablet at the gate, on a
 * foreman's phone or at a kiosk. A kiosk passes `onNext`, which is called when a person is done.
 */
export function GateScreen({ onNext }: { readonly onNext?: (() => void) | undefined }) {
  const { gate } = useParams({ from: '/gate/$gate' })
  return <GateDesk key={gate} gate={gate} onNext={onNext} />
}

/** The same gate for a caller that already knows which gate it is. */
export function GateDesk({ gate: id, onNext }: { readonly gate: string; readonly onNext?: (() => void) | undefined }) {
  const { t } = useLingui()
  const kiosk = isKioskActor(useOwner().replace(/^[ku]:/, ''))
  const { data, state, error, refresh } = useRoster(id)
  if (data) return kiosk ? <KioskDesk roster={data} onNext={onNext} /> : <PeopleDesk roster={data} />
  return <Page title={t`Gate`}>{state === 'failed' ? <FailedState error={error} onRetry={refresh} /> : <Skeleton rows={4} />}</Page>
}

/** Used by a signed-in person who may see who is on site. */
function PeopleDesk({ roster }: { readonly roster: Roster }) {
  const now = useServerNow()
  return <Desk roster={roster} now={now} gate={useGate(roster, now)} kiosk={false} />
}

/**
 * Used in a public place: it shows only people who match the search, and never who is on site
 * (docs/decisions/0040-what-a-gate-kiosk-knows.md).
 */
function KioskDesk({ roster, onNext }: { readonly roster: Roster; readonly onNext: (() => void) | undefined }) {
  const now = useServerNow()
  return <Desk roster={roster} now={now} gate={useKioskGate(roster, now)} kiosk onNext={onNext} />
}

interface DeskProps {
  readonly roster: Roster
  readonly now: number
  readonly gate: Gate
  readonly kiosk: boolean
  readonly onNext?: (() => void) | undefined
}

/** Stores a person who signs in at a kiosk, so that they can also sign out there while it is offline. */
async function notePerson(roster: Roster, person: RosterPerson, time: number): Promise<void> {
  const { name, company, person: id, visitor, inducted, mobile } = person
  const numberKey = person.numberKey ?? (mobile && roster.salt !== undefined ? await numberKeyOf(roster.salt, mobile) : undefined)
  await noteSeen({ gate: roster.gate.id, at: time, name, company, person: id, visitor, inducted, numberKey }).catch(() => undefined)
}

function useStep() {
  const [step, setStep] = useState<Step>({ at: 'search' })
  const content = useRef<HTMLDivElement>(null)
  useStepMotion(content, stepOrder[step.at])
  return { step, setStep, content }
}

function Desk({ roster: data, now, gate, kiosk, onNext }: DeskProps) {
  const { step, setStep, content } = useStep()
  const again = useCallback(() => setStep({ at: 'search' }), [setStep])
  const next = useCallback(() => (onNext ? onNext() : again()), [onNext, again])
  const noteAtKiosk = (person: RosterPerson, time: number) => {
    if (kiosk) void notePerson(data, person, time)
  }
  const left = useIdleGate(step.at === 'person' || step.at === 'new', again)
  const find = useMemo(() => peopleFinder(gate.people), [gate.people])
  const { gate: info, induction } = data
  // Keep changes that this device made meanwhile (above all a completed induction) for the person on the
  // screen.
  const current = (person: RosterPerson): RosterPerson => {
    const known = gate.same(person)
    return known ? { ...known, ...(person.inducted && !known.inducted && { inducted: person.inducted }) } : person
  }

  return (
    <div className={styles.gate} data-gate={info.id}>
      <DeskHead roster={data} gate={gate} kiosk={kiosk} />
      {left !== undefined && <IdleNotice left={left} />}
      <div className={styles.step} ref={content}>
        {step.at === 'search' && kiosk && (
          <KioskSearch
            gate={gate}
            salt={data.salt}
            onPick={(person) => setStep({ at: 'person', person })}
            onNew={(typed) => setStep({ at: 'new', typed })}
          />
        )}
        {step.at === 'search' && !kiosk && (
          <Search
            find={find}
            gate={gate}
            now={now}
            latest={mostLatest}
            onPick={(person) => setStep({ at: 'person', person })}
            onNew={(typed) => setStep({ at: 'new', typed })}
          />
        )}
        {step.at === 'person' && (
          <GatePerson
            person={current(step.person)}
            gate={gate}
            roster={data}
            now={now}
            kiosk={kiosk}
            onInduct={(person) => setStep({ at: 'induction', person })}
            onBack={again}
            onDone={(direction, time) => {
              setStep({ at: 'done', name: step.person.name, direction, time, visitor: step.person.visitor === true })
              noteAtKiosk(step.person, time)
            }}
          />
        )}
        {step.at === 'new' && (
          <NewVisitor
            typed={step.typed}
            roster={data}
            gate={gate}
            onKnown={(person) => setStep({ at: 'person', person })}
            onBack={again}
            onInduct={(person) => setStep({ at: 'induction', person })}
            onDone={(person, time) => {
              setStep({ at: 'done', name: person.name, direction: 'in', time, visitor: person.visitor === true })
              noteAtKiosk(person, time)
            }}
          />
        )}
        {step.at === 'induction' && induction && (
          <InductionFrame
            form={induction.form}
            title={induction.title}
            person={step.person}
            site={info.site}
            onClose={(person) => setStep({ at: 'person', person })}
          />
        )}
        {step.at === 'done' && <Done step={step} now={now} onNext={next} />}
      </div>
    </div>
  )
}

interface HeadProps {
  readonly roster: Roster
  readonly gate: Gate
  readonly kiosk: boolean
}

function DeskHead({ roster: { gate: info, sites }, gate, kiosk }: HeadProps) {
  const { t } = useLingui()
  const siteName = sites.find((one) => one.id === info.site)?.name
  // Nothing instead of a wrong zero, while the sign-ins are being loaded.
  const isCounted = gate.onSite > 0 || gate.fetchedAt !== undefined
  return (
    <header className={styles.head}>
      <div>
        {/* The bar of a kiosk already names the gate. */}
        <h1>{kiosk ? t`Sign in or out` : info.title}</h1>
        <span className={styles.sub}>{[info.teamName, siteName].filter(Boolean).join(' · ')}</span>
      </div>
      {!kiosk && isCounted && (
        <Link className={styles.count} to="/onsite/$team" params={{ team: info.team }}>
          <Icon name="people" size={22} />
          {t`${gate.onSite} on site`}
        </Link>
      )}
    </header>
  )
}

interface SearchProps {
  readonly find: (typed: string) => readonly RosterPerson[]
  readonly gate: Gate
  readonly now: number
  readonly latest: number
  readonly onPick: (person: RosterPerson) => void
  readonly onNew: (typed: string) => void
}

function Search({ find, gate, now, latest, onPick, onNew }: SearchProps) {
  const { t, i18n } = useLingui()
  const [typed, setTyped] = useState('')
  const [scanning, setScanning] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!scanning) input.current?.focus()
  }, [scanning])
  const found = withBadge(gate.people, typed, find(typed))
  const offered: readonly RosterPerson[] = typed.trim() === '' ? gate.latest.slice(0, latest).map((stay) => gate.same(stay) ?? stay) : found
  if (scanning)
    return (
      <Suspense fallback={<Skeleton rows={4} />}>
        <BadgeCamera people={gate.people} onPerson={onPick} onClose={() => setScanning(false)} />
      </Suspense>
    )
  return (
    <>
      <PersonField
        ref={input}
        label={t`Name, mobile or badge code`}
        typed={typed}
        onType={setTyped}
        people={gate.people}
        found={found}
        onPick={onPick}
      />
      {typed.trim() !== '' && found.length === 0 && (
        <p className={styles.note} role="status">
          <Trans>This name or number is not known at this gate.</Trans>
        </p>
      )}
      <ul className={styles.rows}>
        {offered.map((person) => {
          const stay = gate.stayOf(person)
          return (
            <li key={`${person.person ?? ''}|${person.mobile ?? ''}|${person.name}|${person.company ?? ''}`}>
              <button type="button" className={styles.row} onClick={() => onPick(person)}>
                <span>
                  <span className={styles.name}>{person.name}</span>
                  <span className={styles.note}>{[person.company, person.role].filter(Boolean).join(' · ')}</span>
                </span>
                {stay && (
                  <span className={styles.chip} data-level="sent">
                    <Icon name="check" size={16} />
                    {clockTime(i18n, stay.since, now)}
                  </span>
                )}
              </button>
            </li>
          )
        })}
      </ul>
      <Button icon="camera" full onClick={() => setScanning(true)}>
        {t`Scan a badge`}
      </Button>
      <Button kind={typed.trim() !== '' && found.length === 0 ? 'primary' : 'plain'} icon="plus" full onClick={() => onNew(typed.trim())}>
        {t`I am new here`}
      </Button>
      <AsOf at={gate.fetchedAt} stale={gate.stale} unsent={gate.unsent} now={now} />
    </>
  )
}

interface KioskSearchProps {
  readonly gate: Gate
  readonly salt: string | undefined
  readonly onPick: (person: RosterPerson) => void
  readonly onNew: (typed: string) => void
}

/**
 * Finds people who identify themselves: by three letters of a name that match only a few people, by a whole
 * mobile number, or by a badge.
 */
function KioskSearch({ gate, salt, onPick, onNew }: KioskSearchProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const [scanning, setScanning] = useState(false)
  const find = useMemo(() => kioskFinder(gate.people), [gate.people])
  const byNumber = useNumberOwner(gate.people, salt, typed)
  const { people, want } = find(typed)
  const offered = withBadge(gate.people, typed, byNumber ? [{ ...byNumber.person, mobile: byNumber.mobile }] : people)
  if (scanning)
    return (
      <Suspense fallback={<Skeleton rows={4} />}>
        <BadgeCamera people={gate.people} onPerson={onPick} onClose={() => setScanning(false)} />
      </Suspense>
    )
  const isNumber = /\d/.test(typed)
  const nobody = typed.trim() !== '' && offered.length === 0 && want === undefined && !isNumber
  return (
    <>
      <PersonField
        label={t`Your name, mobile or badge code`}
        typed={typed}
        onType={setTyped}
        people={gate.people}
        found={offered}
        onPick={onPick}
      />
      <p className={styles.note} role="status">
        <KioskHint want={typed.trim() === '' ? 'letters' : want} isNumber={isNumber} isFound={offered.length > 0} />
      </p>
      <ul className={styles.rows}>
        {offered.map((person) => (
          <li key={`${person.person ?? ''}|${person.numberKey ?? ''}|${person.name}|${person.company ?? ''}`}>
            <button type="button" className={styles.row} onClick={() => onPick(person)}>
              <span>
                <span className={styles.name}>{person.name}</span>
                <span className={styles.note}>{person.company}</span>
              </span>
              <Icon name="chevronRight" size={22} />
            </button>
          </li>
        ))}
      </ul>
      <Button icon="camera" full onClick={() => setScanning(true)}>
        {t`Scan a badge`}
      </Button>
      <Button kind={nobody ? 'primary' : 'plain'} icon="plus" full onClick={() => onNew(typed.trim())}>
        {t`I am new here`}
      </Button>
    </>
  )
}

interface HintProps {
  readonly want: ReturnType<ReturnType<typeof kioskFinder>>['want']
  readonly isNumber: boolean
  readonly isFound: boolean
}

/** What the person should type next. */
function KioskHint({ want, isNumber, isFound }: HintProps) {
  if (want === 'letters') return <Trans>Type three letters of your name, your full mobile number, or the code of your badge.</Trans>
  if (want === 'more') return <Trans>Several people have a similar name. Type more of yours.</Trans>
  if (isFound) return null
  if (isNumber) return <Trans>Type the full number. If it is not known here, continue as a new person.</Trans>
  return <Trans>This name is not known at this gate.</Trans>
}

interface DoneProps {
  readonly step: Extract<Step, { at: 'done' }>
  readonly now: number
  readonly onNext: () => void
}

function Done({ step, now, onNext }: DoneProps) {
  const { t, i18n } = useLingui()
  const { name, direction, time, visitor } = step
  useEffect(() => {
    const timer = setTimeout(onNext, doneFor)
    return () => clearTimeout(timer)
  }, [onNext])
  const at = clockTime(i18n, time, now)
  return (
    <section className={styles.done} role="status" data-done={direction}>
      <Icon name="checkCircle" size={72} />
      <p className={styles.hello}>{direction === 'in' ? t`Welcome, ${name}` : t`Goodbye, ${name}`}</p>
      <p>{direction === 'in' ? t`Signed in at ${at}. Saved on this device.` : t`Signed out at ${at}. Saved on this device.`}</p>
      {direction === 'in' && visitor && (
        <p>
          <Trans>Stay with the person you visit. In an emergency go to the muster point.</Trans>
        </p>
      )}
      <Button kind="primary" onClick={onNext}>
        {t`Next person`}
      </Button>
    </section>
  )
}
