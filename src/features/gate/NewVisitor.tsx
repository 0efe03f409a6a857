import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useState } from 'react'
import type { RosterPerson } from '../../../contract/endpoints/attendance.ts'
import type { Attachment } from '../../../contract/endpoints/uploads.ts'
import { PhoneInput } from '../../fields/mobile/PhoneInput.tsx'
import { isMobileNumber } from '../../lib/phoneCountries.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { PhotoButton } from './PhotoButton.tsx'
import { useNumberOwner } from './useNumberOwner.ts'
import { tapGate } from './tapGate.ts'
import { SiteField } from './SiteField.tsx'
import { type Gate, type Roster, siteOfGate } from './useGate.ts'

interface NewVisitorProps {
  /** The typed search text: the start of a name or a number. */
  readonly typed: string
  readonly roster: Roster
  readonly gate: Gate
  readonly onKnown: (person: RosterPerson) => void
  readonly onInduct: (person: RosterPerson) => void
  readonly onBack: () => void
  readonly onDone: (person: RosterPerson, time: number) => void
}

type TextField = 'name' | 'company' | 'host'

interface Answers {
  readonly visitor: boolean
  readonly name: string
  readonly company: string
  readonly mobile: string
  readonly host: string
}

/** The first answers: what was typed is the start of a number or of a name. */
function answersFrom(typed: string): Answers {
  const isNumber = /^[\d\s()+.-]+$/.test(typed) && /\d/.test(typed)
  return {
    visitor: true,
    name: isNumber ? '' : typed,
    company: '',
    mobile: isNumber ? typed.replace(/[^\d+]/g, '') : '',
    host: '',
  }
}

const whoOf = ({ visitor, name, company, mobile, host }: Answers): RosterPerson => ({
  name: name.trim(),
  company: company.trim(),
  mobile,
  ...(visitor && { visitor, host: host.trim() }),
})

/** Returns what is wrong with each answer, undefined for an answer that is right. */
function useMistakes({ visitor, name, company, mobile, host }: Answers): Readonly<Record<TextField | 'mobile', string | undefined>> {
  const { t } = useLingui()
  return {
    name: name.trim() === '' ? t`Please enter your name.` : undefined,
    company: company.trim() === '' ? t`Please enter your company.` : undefined,
    mobile: isMobileNumber(mobile) ? undefined : t`This is not a complete mobile number of the chosen country.`,
    host: visitor && host.trim() === '' ? t`Please say who you are visiting.` : undefined,
  }
}

/** A person who is new to the gate, in four answers. */
export function NewVisitor({ typed, roster, gate, onKnown, onInduct, onBack, onDone }: NewVisitorProps) {
  const { t } = useLingui()
  const id = useId()
  const { gate: info, sites, companies } = roster
  const [answers, setAnswers] = useState(() => answersFrom(typed))
  const [site, setSite] = useState(siteOfGate(roster))
  const [photo, setPhoto] = useState<Attachment>()
  const [tried, setTried] = useState(false)
  const { mobile, visitor } = answers
  const known = useNumberOwner(gate.people, roster.salt, isMobileNumber(mobile) ? mobile : '')?.person
  const wrong = useMistakes(answers)
  const set = (change: Partial<Answers>) => setAnswers((before) => ({ ...before, ...change }))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const first = (['name', 'company', 'mobile', 'host'] as const).find((field) => wrong[field] !== undefined)
    if (first) return document.getElementById(`${id}-${first}`)?.focus()
    const who = whoOf(answers)
    const state = gate.induction(gate.same(who) ?? who)
    if (state === 'missing' || state === 'expired') return onInduct(who)
    try {
      const done = await tapGate({ direction: 'in', gate: info, site, who, via: 'new', photo })
      onDone(who, done.at)
    } catch (error) {
      toast((error as Error).message, 'error')
    }
  }
  const text = (field: TextField) => ({
    id: `${id}-${field}`,
    value: answers[field],
    mistake: tried ? wrong[field] : undefined,
    onType: (value: string) => set({ [field]: value }),
  })
  return (
    <form className="m-gate-card m-gate-form" onSubmit={(event) => void submit(event)} noValidate>
      <h2>{t`New here`}</h2>
      <VisitorChoice name={`${id}-kind`} visitor={visitor} onChoose={(value) => set({ visitor: value })} />
      <TextAnswer {...text('name')} label={t`Full name`} />
      <TextAnswer {...text('company')} label={t`Company`} list={`${id}-companies`} />
      <datalist id={`${id}-companies`}>
        {companies.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </datalist>
      <MobileAnswer
        id={`${id}-mobile`}
        value={mobile}
        mistake={tried ? wrong.mobile : undefined}
        onType={(value) => set({ mobile: value })}
      />
      {known && (
        <Notice level="success">
          <div className="m-gate-big">
            <span>{t`This number is known here: ${known.name}`}</span>
            <Button icon="user" onClick={() => onKnown({ ...known, mobile })}>{t`That is me`}</Button>
          </div>
        </Notice>
      )}
      {visitor && <TextAnswer {...text('host')} label={t`Who are you here to see?`} />}
      <SiteField sites={sites} site={site} onPick={setSite} />
      <div className="m-gate-big">
        <Button kind="primary" icon="check" type="submit">
          {t({ message: 'Sign in', context: 'gate' })}
        </Button>
      </div>
      <div className="m-chips">
        <Button icon="back" onClick={onBack}>
          {t`Back`}
        </Button>
        <PhotoButton photo={photo} onPhoto={setPhoto} />
      </div>
    </form>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly visitor: boolean
  readonly onChoose: (visitor: boolean) => void
}

function VisitorChoice({ name, visitor, onChoose }: ChoiceProps) {
  const { t } = useLingui()
  const choices = [
    [true, t`Visiting or delivering`],
    [false, t`Working here`],
  ] as const
  return (
    <div className="m-choices" data-display="buttons" role="radiogroup" aria-label={t`I am`}>
      {choices.map(([value, label]) => (
        <label key={label} className="m-choice">
          <input type="radio" name={name} checked={visitor === value} onChange={() => onChoose(value)} />
          <span className="m-choice-text">{label}</span>
        </label>
      ))}
    </div>
  )
}

interface AnswerProps {
  readonly id: string
  readonly value: string
  readonly mistake: string | undefined
  readonly onType: (value: string) => void
}

function TextAnswer({ id, label, value, mistake, list, onType }: AnswerProps & { readonly label: string; readonly list?: string }) {
  const isWrong = mistake !== undefined
  return (
    <div className="m-field" data-invalid={isWrong || undefined}>
      <label className="m-label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="m-input"
        type="text"
        autoComplete="off"
        maxLength={80}
        list={list}
        value={value}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        onChange={(event) => onType(event.target.value)}
      />
      <Mistake id={id} text={mistake} />
    </div>
  )
}

function MobileAnswer({ id, value, mistake, onType }: AnswerProps) {
  const { t } = useLingui()
  const isWrong = mistake !== undefined
  return (
    <div className="m-field" data-invalid={isWrong || undefined}>
      <label className="m-label" htmlFor={id}>{t`Mobile number`}</label>
      <PhoneInput id={id} value={value} onChange={onType} required invalid={isWrong} describedBy={isWrong ? `${id}-error` : undefined} />
      <Mistake id={id} text={mistake} />
    </div>
  )
}

function Mistake({ id, text }: { readonly id: string; readonly text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p className="m-error" id={`${id}-error`}>
      {text}
    </p>
  )
}
