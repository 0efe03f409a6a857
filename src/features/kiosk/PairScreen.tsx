import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import {
  type AuthAnswer,
  kioskAuth,
  kioskCodePattern,
  type KioskInfo,
  kioskInfo,
  kioskTicket,
  ticketMark,
} from '../../../contract/endpoints/kiosk.ts'
import { ownDeviceCode } from '../../store/kiosk/findPairing.ts'
import { ask, AskFailed } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { useStepMotion } from '../../ui/motion/useStepMotion.ts'
import { ContactPin } from './ContactPin.tsx'
import { codeAdvice, failureWords } from './failureWords.ts'
import { Languages } from './Languages.tsx'
import * as styles from './kiosk.module.css'

interface PairProps {
  /** Code in the address. */
  readonly code: string | undefined
  /** The device was a kiosk until now. */
  readonly ended: boolean
  readonly onPaired: (answer: AuthAnswer) => Promise<void>
}

/**
 * Pairs this device as a kiosk: the six-digit code, the kind of kiosk, the contact, their PIN (spec/3 §4.6,
 * steps 1 to 6); or a QR code in the address.
 */
export function PairScreen({ code: given, ended, onPaired }: PairProps) {
  const { t } = useLingui()
  const [code, setCode] = useState(given ?? '')
  const [info, setInfo] = useState<KioskInfo>()
  const [error, setError] = useState<string>()
  const [notice, setNotice] = useState<string>()
  const [working, setWorking] = useState(false)
  const begun = useRef(false)

  const load = async (asked: string) => {
    setNotice(undefined)
    if (!kioskCodePattern.test(asked)) {
      setError(t`Kiosk Code needs to be a six digit number`)
      return
    }
    setError(undefined)
    setWorking(true)
    try {
      setInfo(await ask(kioskInfo, { code: asked }))
    } catch (failure) {
      const unknown = failure instanceof AskFailed && failure.kind === 'refused' && failure.code !== 'TOO_MANY_REQUESTS'
      if (unknown) setError(t`Unknown Kiosk Code`)
      else setNotice(failureWords(failure))
    } finally {
      setWorking(false)
    }
  }

  const byTicket = async (ticket: string) => {
    setWorking(true)
    try {
      const answer = await ask(kioskTicket, { code }, { ticket, deviceCode: ownDeviceCode() })
      if (answer.success) return await onPaired(answer)
      setNotice(codeAdvice(answer.code ?? '') ?? answer.code)
    } catch (failure) {
      setNotice(failureWords(failure))
    } finally {
      setWorking(false)
    }
  }

  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const { hash } = location
    if (hash.startsWith(ticketMark)) {
      // The ticket works once; remove it from the address.
      history.replaceState(history.state, '', location.pathname)
      void byTicket(hash.slice(ticketMark.length))
    } else if (given !== undefined) void load(given)
  })

  const enter = async (pin: string) => {
    const answer = await ask(kioskAuth, { code }, { pin, deviceCode: ownDeviceCode() })
    if (!answer.success) return answer.code ?? 'UNKNOWN'
    await onPaired(answer)
    return undefined
  }

  return (
    <div className={`${styles.kiosk} ${styles.pair}`}>
      <title>{`${t`Kiosk`} – Muster`}</title>
      <div className={styles.narrow}>
        <div>
          <h1>{info ? info.title : t`Kiosk`}</h1>
          <p className={styles.lead}>
            {info ? (
              [...new Set([info.project, info.team])].filter(Boolean).join(' · ')
            ) : (
              <Trans>Turn this device into a sign-in kiosk. The code is on the kiosk page of the bot.</Trans>
            )}
          </p>
        </div>
        {ended && !info && <Notice level="warning">{t`This device is no longer a kiosk. Pair it again to continue.`}</Notice>}
        <StepCard step={info ? 1 : 0}>
          {info ? (
            <ContactPin code={code} info={info} action={t`Start kiosk`} enter={enter} onBack={() => setInfo(undefined)} />
          ) : (
            <CodeForm code={code} error={error} notice={notice} working={working} onType={setCode} onSubmit={() => void load(code)} />
          )}
        </StepCard>
        <Languages />
      </div>
    </div>
  )
}

function StepCard({ step, children }: { readonly step: number; readonly children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null)
  useStepMotion(content, step)
  return (
    <Card padding="site">
      <div ref={content}>{children}</div>
    </Card>
  )
}

interface CodeFormProps {
  readonly code: string
  /** What is wrong with the code. */
  readonly error: string | undefined
  /** Why the server did not answer it. */
  readonly notice: string | undefined
  readonly working: boolean
  readonly onType: (code: string) => void
  readonly onSubmit: () => void
}

function CodeForm({ code, error, notice, working, onType, onSubmit }: CodeFormProps) {
  const { t } = useLingui()
  return (
    <form
      className={styles.form}
      noValidate
      autoComplete="off"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!working) onSubmit()
      }}
    >
      {notice !== undefined && <Notice level="error">{notice}</Notice>}
      <TextField
        label={t`Kiosk Code`}
        error={error}
        data-look="digits"
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        value={code}
        onChange={(event) => onType(event.target.value.trim())}
      />
      <Button type="submit" kind="primary" full busy={working}>
        {t`Next`}
      </Button>
      {working && <Spinner size={24} />}
    </form>
  )
}
