import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useState } from 'react'
import type { RosterPerson } from '../../../contract/endpoints/attendance.ts'
import type { Attachment } from '../../../contract/endpoints/uploads.ts'
import { PhoneInput } from '../../fields/mobile/PhoneInput.tsx'
import { isMobileNumber } from '../../lib/phone.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { PhotoButton } from './PhotoButton.tsx'
import { useNumberOwner } from './numbers.ts'
import { tapGate } from './signIn.ts'
import { SiteField } from './SiteField.tsx'
import type { Gate, Roster } from './useGate.ts'

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

/** A person who is new to the gate, in four answers. */
export function NewVisitor({ typed, roster, gate, onKnown, onInduct, onBack, onDone }: NewVisitorProps) {
  const { t } = useLingui()
  const id = useId()
  const isNumber = /^[\d\s()+.-]+$/.test(typed) && /\d/.test(typed)
  const { gate: info, sites, companies } = roster
  const [visitor, setVisitor] = useState(true)
  const [name, setName] = useState(isNumber ? '' : typed)
  const [company, setCompany] = useState('')
  const [mobile, setMobile] = useState(isNumber ? typed.replace(/[^\d+]/g, '') : '')
  const [host, setHost] = useState('')
  const [site, setSite] = useState(info.site ?? sites[0]?.id)
  const [photo, setPhoto] = useState<Attachment>()
  const [tried, setTried] = useState(false)
  const known = useNumberOwner(gate.people, roster.salt, isMobileNumber(mobile) ? mobile : '')?.person

  const wrong = {
    name: name.trim() === '' ? t`Please give your name.` : undefined,
    company: company.trim() === '' ? t`Please give your company.` : undefined,
    mobile: isMobileNumber(mobile) ? undefined : t`This is not a complete mobile number of the chosen country.`,
    host: visitor && host.trim() === '' ? t`Please say whom you visit.` : undefined,
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const first = (['name', 'company', 'mobile', 'host'] as const).find((field) => wrong[field] !== undefined)
    if (first) return document.getElementById(`${id}-${first}`)?.focus()
    const who: RosterPerson = { name: name.trim(), company: company.trim(), mobile, ...(visitor && { visitor, host: host.trim() }) }
    const state = gate.induction(gate.same(who) ?? who)
    if (state === 'missing' || state === 'expired') return onInduct(who)
    try {
      const done = await tapGate({ direction: 'in', gate: info, site, who, via: 'new', photo })
      onDone(who, done.at)
    } catch (error) {
      toast((error as Error).message, 'error')
    }
  }
  const complaint = (field: keyof typeof wrong) =>
    tried && wrong[field] !== undefined ? (
      <p className="m-error" id={`${id}-${field}-error`}>
        {wrong[field]}
      </p>
    ) : null
  const textField = (field: 'name' | 'company' | 'host', label: string, value: string, set: (next: string) => void, list?: string) => (
    <div className="m-field" data-invalid={(tried && wrong[field] !== undefined) || undefined}>
      <label className="m-label" htmlFor={`${id}-${field}`}>
        {label}
      </label>
      <input
        id={`${id}-${field}`}
        className="m-input"
        type="text"
        autoComplete="off"
        maxLength={80}
        list={list}
        value={value}
        aria-invalid={(tried && wrong[field] !== undefined) || undefined}
        aria-describedby={tried && wrong[field] !== undefined ? `${id}-${field}-error` : undefined}
        onChange={(event) => set(event.target.value)}
      />
      {complaint(field)}
    </div>
  )
  return (
    <form className="m-gate-card m-gate-form" onSubmit={(event) => void submit(event)} noValidate>
      <h2>{t`New here`}</h2>
      <div className="m-choices" data-display="buttons" role="radiogroup" aria-label={t`I am`}>
        {(
          [
            [true, t`Visiting or delivering`],
            [false, t`Working here`],
          ] as const
        ).map(([value, label]) => (
          <label key={label} className="m-choice">
            <input type="radio" name={`${id}-kind`} checked={visitor === value} onChange={() => setVisitor(value)} />
            <span className="m-choice-text">{label}</span>
          </label>
        ))}
      </div>
      {textField('name', t`Full name`, name, setName)}
      {textField('company', t`Company`, company, setCompany, `${id}-companies`)}
      <datalist id={`${id}-companies`}>
        {companies.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </datalist>
      <div className="m-field" data-invalid={(tried && wrong.mobile !== undefined) || undefined}>
        <label className="m-label" htmlFor={`${id}-mobile`}>{t`Mobile number`}</label>
        <PhoneInput
          id={`${id}-mobile`}
          value={mobile}
          onChange={setMobile}
          required
          invalid={tried && wrong.mobile !== undefined}
          describedBy={tried && wrong.mobile !== undefined ? `${id}-mobile-error` : undefined}
        />
        {complaint('mobile')}
      </div>
      {known && (
        <Notice level="success">
          <div className="m-gate-big">
            <span>{t`This number is known here: ${known.name}`}</span>
            <Button icon="user" onClick={() => onKnown({ ...known, mobile })}>{t`That is me`}</Button>
          </div>
        </Notice>
      )}
      {visitor && textField('host', t`Who are you here to see?`, host, setHost)}
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
