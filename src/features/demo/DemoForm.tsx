import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type HTMLInputTypeAttribute, type ReactNode, useRef, useState } from 'react'
import type { DemoBegun } from '../../../contract/endpoints/demoRequests.ts'
import { defaultPhoneCountry } from '../../lib/phoneCountries.ts'
import { readPhone } from '../../lib/readPhone.ts'
import { AskFailed } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import * as controls from '../../ui/controls/controls.module.css'

export interface Visitor {
  readonly email: string
  readonly name: string
  readonly company: string
  readonly number: string
  readonly time: string
}

const Form = chakra('form', { base: { display: 'grid', gap: '5' } })

type Field = 'email' | 'name' | 'company' | 'number'

interface DemoFormProps {
  /** The message for a missing field. */
  readonly allRequired: string
  readonly extra?: ReactNode
  /** True once the extra fields are filled in. */
  readonly complete: boolean
  readonly onAsk: (visitor: Visitor) => Promise<DemoBegun>
  readonly onBegun: (begun: DemoBegun) => void
}

/** The fields that both public demos ask for. Typed text stays, for every answer of the server. */
export function DemoForm({ allRequired, extra, complete, onAsk, onBegun }: DemoFormProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState<Readonly<Record<Field, string>>>({ email: '', name: '', company: '', number: '' })
  const [trouble, setTrouble] = useState<string>()
  const [missing, setMissing] = useState(false)
  const [working, setWorking] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const send = async () => {
    const number = readPhone(typed.number, defaultPhoneCountry, true)
    const empty = !complete || Object.values(typed).some((text) => text.trim() === '')
    setMissing(empty)
    setTrouble(empty ? allRequired : undefined)
    if (empty) {
      form.current?.querySelector<HTMLElement>('input:placeholder-shown')?.focus()
      return
    }
    setWorking(true)
    try {
      const begun = await onAsk({ ...typed, number: number.value || typed.number, time: new Date().toISOString() })
      if (begun.error === undefined) onBegun(begun)
      else setTrouble(begun.error)
    } catch (error) {
      if (!(error instanceof AskFailed)) throw error
      setTrouble(error.kind === 'refused' ? error.message : t`This needs a connection. What you typed stays here.`)
    } finally {
      setWorking(false)
    }
  }

  const fields: readonly (readonly [Field, string, HTMLInputTypeAttribute, string])[] = [
    ['email', t`Email`, 'email', 'email'],
    ['name', t`Name`, 'text', 'name'],
    ['company', t`Company`, 'text', 'organization'],
    ['number', t`Cell number`, 'tel', 'tel'],
  ]
  return (
    <Card padding="site">
      <Form
        ref={form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (!working) void send()
        }}
      >
        {extra}
        {fields.map(([field, label, type, autoComplete]) => {
          const invalid = missing && typed[field].trim() === ''
          return (
            <TextField
              key={field}
              label={label}
              invalid={invalid}
              type={type}
              name={field}
              autoComplete={autoComplete}
              placeholder=" "
              maxLength={200}
              value={typed[field]}
              onChange={(event) => setTyped({ ...typed, [field]: event.target.value })}
            />
          )
        })}
        {trouble !== undefined && <Notice level="error">{trouble}</Notice>}
        <Button type="submit" kind="primary" full busy={working}>
          {t`Start the demo`}
        </Button>
        <p className={controls.hint}>
          <Trans>The bot sends one text message with a link to this number. Nothing is charged.</Trans>
        </p>
      </Form>
    </Card>
  )
}
