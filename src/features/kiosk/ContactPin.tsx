import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { type KioskInfo, kioskVerify } from '../../../contract/endpoints/kiosk.ts'
import { ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { RadioGroup } from '../../ui/controls/RadioGroup.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { codeAdvice, failureWords } from './failureWords.ts'
import * as styles from './kiosk.module.css'

/** The server's error code (spec/3 §8), with advice. */
function ServerCode({ code }: { readonly code: string }) {
  const advice = codeAdvice(code)
  return (
    <>
      {advice && <p>{advice}</p>}
      <p>
        <Trans>Code: {code}</Trans>
      </p>
    </>
  )
}

type Trouble = { readonly field: 'contact' | 'pin'; readonly text: string } | { readonly field: 'form'; readonly what: ReactNode }

/** Runs one step at a time, and says why it failed; a step resolves to an error code. */
function useWork() {
  const [trouble, setTrouble] = useState<Trouble>()
  const [working, setWorking] = useState(false)
  const work = async (step: () => Promise<string | undefined>) => {
    setTrouble(undefined)
    setWorking(true)
    try {
      const problem = await step()
      if (problem !== undefined) setTrouble({ field: 'form', what: <ServerCode code={problem} /> })
    } catch (failure) {
      setTrouble({ field: 'form', what: failureWords(failure) })
    } finally {
      setWorking(false)
    }
  }
  return { trouble, setTrouble, working, work }
}

interface ContactPinProps {
  readonly code: string
  readonly info: KioskInfo
  /** Label of the last button. */
  readonly action: string
  readonly enter: (pin: string) => Promise<string | undefined>
  readonly onBack: () => void
}

/**
 * The person picks the contact who pairs or unpairs the kiosk, then enters the contact's PIN (spec/3 §4.6).
 * `enter` resolves to an error code.
 */
export function ContactPin({ code, info, action, enter, onBack }: ContactPinProps) {
  const { t } = useLingui()
  const [contact, setContact] = useState<string>()
  const [sentTo, setSentTo] = useState<string>()
  const [pin, setPin] = useState('')
  const { trouble, setTrouble, working, work } = useWork()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (sentTo !== undefined) input.current?.focus()
  }, [sentTo])

  const chosen = info.verificationContacts.find(({ verifyToken }) => verifyToken === contact)

  const send = async () => {
    if (!chosen) {
      setTrouble({ field: 'contact', text: t`Verification Contact Required` })
      return
    }
    await work(async () => {
      const answer = await ask(kioskVerify, { code }, { token: chosen.verifyToken })
      if (!answer.success) return answer.code ?? 'UNKNOWN'
      setPin('')
      setSentTo(chosen.name)
      return undefined
    })
  }

  const check = async () => {
    if (!/^\d{6}$/.test(pin)) {
      setTrouble({ field: 'pin', text: pin === '' ? t`Verification PIN Required` : t`The PIN has 6 digits.` })
      input.current?.focus()
      return
    }
    await work(async () => {
      const problem = await enter(pin)
      if (problem !== undefined) setPin('')
      return problem
    })
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!working) void (sentTo === undefined ? send() : check())
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate autoComplete="off">
      {trouble?.field === 'form' && <Notice level="error">{trouble.what}</Notice>}
      {sentTo === undefined ? (
        <ContactChoice
          contacts={info.verificationContacts}
          chosen={contact}
          mistake={mistakeIn('contact', trouble)}
          onChoose={(token) => {
            setContact(token)
            setTrouble(undefined)
          }}
        />
      ) : (
        <PinField pin={pin} sentTo={sentTo} input={input} mistake={mistakeIn('pin', trouble)} onType={setPin} />
      )}
      <Button type="submit" kind="primary" full busy={working}>
        {sentTo === undefined ? t`Send PIN` : action}
      </Button>
      <div className={styles.row}>
        <Button kind="quiet" icon="back" onClick={() => (sentTo === undefined ? onBack() : setSentTo(undefined))}>
          {t`Back`}
        </Button>
        {sentTo !== undefined && (
          <Button kind="quiet" onClick={send} disabled={working}>
            {t`Send a new PIN`}
          </Button>
        )}
      </div>
    </form>
  )
}

const mistakeIn = (field: 'contact' | 'pin', trouble: Trouble | undefined) => (trouble?.field === field ? trouble.text : undefined)

interface ContactChoiceProps {
  readonly contacts: KioskInfo['verificationContacts']
  /** Token of the chosen contact. */
  readonly chosen: string | undefined
  readonly mistake: string | undefined
  readonly onChoose: (token: string) => void
}

function ContactChoice({ contacts, chosen, mistake, onChoose }: ContactChoiceProps) {
  const { t } = useLingui()
  return (
    <RadioGroup
      label={t`Verification Contact`}
      hint={t`They get a PIN by text message or e-mail. Ask them to read it to you.`}
      error={mistake}
      options={contacts.map(({ name, display, verifyToken }) => ({ value: verifyToken, label: name, note: display }))}
      value={chosen}
      onChoose={onChoose}
    />
  )
}

interface PinFieldProps {
  readonly pin: string
  /** Name of the contact who got the PIN. */
  readonly sentTo: string
  readonly input: RefObject<HTMLInputElement | null>
  readonly mistake: string | undefined
  readonly onType: (pin: string) => void
}

function PinField({ pin, sentTo, input, mistake, onType }: PinFieldProps) {
  const { t } = useLingui()
  return (
    <TextField
      ref={input}
      label={t`Verification PIN`}
      hint={<Trans>{sentTo} has a text message with 6 digits.</Trans>}
      error={mistake}
      data-look="digits"
      inputMode="numeric"
      autoComplete="off"
      maxLength={6}
      value={pin}
      onChange={(event) => onType(event.target.value.replace(/\D/g, '').slice(0, 6))}
    />
  )
}
