import { useLingui } from '@lingui/react/macro'
import { type ChangeEvent, type FormEvent, useId, useState } from 'react'
import type { RosterPerson } from '../../../contract/endpoints/attendance.ts'
import type { Attachment } from '../../../contract/endpoints/uploads.ts'
import { PhoneInput } from '../../fields/mobile/PhoneInput.tsx'
import { isMobileNumber } from '../../lib/phoneCountries.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { RadioGroup } from '../../ui/controls/RadioGroup.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { PhotoButton } from './PhotoButton.tsx'
import { useNumberOwner } from './useNumberOwner.ts'
import { tapGate } from './tapGate.ts'
import { SiteField } from './SiteField.tsx'
import { type Gate, type Roster, siteOfGate } from './useGate.ts'
import * as styles from './gate.module.css'

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

type TextAnswerName = 'name' | 'company' | 'host'

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
function useMistakes({ visitor, name, company, mobile, host }: Answers): Readonly<Record<TextAnswerName | 'mobile', string | undefined>> {
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
  const text = (field: TextAnswerName) => ({
    id: `${id}-${field}`,
    error: tried && wrong[field],
    autoComplete: 'off',
    maxLength: 80,
    value: answers[field],
    onChange: (event: ChangeEvent<HTMLInputElement>) => set({ [field]: event.target.value }),
  })
  return (
    <form className={`${styles.card} ${styles.form}`} onSubmit={(event) => void submit(event)} noValidate>
      <h2>{t`New here`}</h2>
      <VisitorChoice visitor={visitor} onChoose={(value) => set({ visitor: value })} />
      <TextField {...text('name')} label={t`Full name`} />
      <TextField {...text('company')} label={t`Company`} list={`${id}-companies`} />
      <datalist id={`${id}-companies`}>
        {companies.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </datalist>
      <MobileField id={`${id}-mobile`} value={mobile} error={tried && wrong.mobile} onType={(value) => set({ mobile: value })} />
      {known && (
        <Notice level="success">
          <div className={styles.big}>
            <span>{t`This number is known here: ${known.name}`}</span>
            <Button icon="user" onClick={() => onKnown({ ...known, mobile })}>{t`That is me`}</Button>
          </div>
        </Notice>
      )}
      {visitor && <TextField {...text('host')} label={t`Who are you here to see?`} />}
      <SiteField sites={sites} site={site} onPick={setSite} />
      <div className={styles.big}>
        <Button kind="primary" icon="check" type="submit">
          {t({ message: 'Sign in', context: 'gate' })}
        </Button>
      </div>
      <div className={styles.chips}>
        <Button icon="back" onClick={onBack}>
          {t`Back`}
        </Button>
        <PhotoButton photo={photo} onPhoto={setPhoto} />
      </div>
    </form>
  )
}

interface ChoiceProps {
  readonly visitor: boolean
  readonly onChoose: (visitor: boolean) => void
}

function VisitorChoice({ visitor, onChoose }: ChoiceProps) {
  const { t } = useLingui()
  const options = [
    { value: true, label: t`Visiting or delivering` },
    { value: false, label: t`Working here` },
  ]
  return <RadioGroup isRow aria-label={t`I am`} options={options} value={visitor} onChoose={onChoose} />
}

interface MobileFieldProps {
  readonly id: string
  readonly value: string
  readonly error: string | false | undefined
  readonly onType: (value: string) => void
}

function MobileField({ id, value, error, onType }: MobileFieldProps) {
  const { t } = useLingui()
  return (
    <Field id={id} label={t`Mobile number`} error={error}>
      {(connected) => (
        <PhoneInput
          id={id}
          value={value}
          onChange={onType}
          required
          invalid={connected['aria-invalid'] === true}
          describedBy={connected['aria-describedby']}
        />
      )}
    </Field>
  )
}
