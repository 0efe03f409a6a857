import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useId, useState } from 'react'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { passkeyRule, resetPasskeys, setPasskeyRule } from '../../../contract/endpoints/passkeys.ts'
import { AskFailed, ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { FailedState } from '../../ui/feedback/FailedState.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { ListRow, RowList } from '../../ui/layout/RowList.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useActWithToast } from '../../ui/useActWithToast.ts'
import * as styles from './billing.module.css'

type Rule = AnswerOf<typeof passkeyRule>

/**
 * Whether Owners and Administrators of the company must sign in with a passkey, and which of them have one.
 */
export function AccountPasskeys({ billing }: { readonly billing: string }) {
  const { t } = useLingui()
  const id = useId()
  const [rule, setRule] = useState<Rule>()
  const [trouble, setTrouble] = useState<string>()
  const words = useCallback(
    (error: unknown) => {
      if (!(error instanceof AskFailed)) return String(error)
      return error.kind === 'refused' ? error.message : t`This needs a connection.`
    },
    [t],
  )
  const { busy, act } = useActWithToast(words)
  const load = useCallback(async () => {
    setTrouble(undefined)
    try {
      setRule(await ask(passkeyRule, { billing }))
    } catch (error) {
      setTrouble(words(error))
    }
  }, [billing, words])
  useEffect(() => void load(), [load])

  const change = async ({ required, people }: Rule) => {
    const without = people.filter(({ passkeys }) => passkeys === 0).length
    const text = required
      ? t`Let owners and administrators sign in with a PIN alone again?`
      : t`Ask all owners and administrators for a passkey? Those without one (${without}) add it after their next PIN. Everyone who did not sign in with a passkey is signed out.`
    if (!(await confirmDialog({ text, ok: required ? t`Turn off` : t`Turn on` }))) return
    await act(() => ask(setPasskeyRule, { billing }, { required: !required }), t`Saved`)
    await load()
  }

  const reset = async ({ uid, name }: Rule['people'][number]) => {
    const text = t`Remove all passkeys of ${name} and sign them out? They sign in with a PIN and add a new one. Do this only when you have talked to them.`
    if (!(await confirmDialog({ text, ok: t`Reset`, danger: true }))) return
    await act(() => ask(resetPasskeys, { billing }, { uid }), t`Passkeys reset`)
    await load()
  }

  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{t`Passkeys`}</h2>
      {trouble !== undefined && <FailedState error={{ message: trouble }} onRetry={load} />}
      {trouble === undefined && rule === undefined && <Skeleton rows={2} />}
      {trouble === undefined && rule !== undefined && (
        <>
          <PasskeyRule rule={rule} busy={busy} onChange={() => void change(rule)} />
          <Card>
            <RowList words="14rem">
              {rule.people.map((person) => (
                <PasskeyPerson key={person.uid} person={person} busy={busy} onReset={() => void reset(person)} />
              ))}
            </RowList>
          </Card>
        </>
      )}
    </section>
  )
}

interface RuleProps {
  readonly rule: Rule
  readonly busy: boolean
  readonly onChange: () => void
}

function PasskeyRule({ rule, busy, onChange }: RuleProps) {
  const { t } = useLingui()
  return (
    <>
      <p>
        {rule.required ? (
          <Trans>Owners and administrators of this company and of its projects sign in with a passkey. A PIN alone is not enough.</Trans>
        ) : (
          <Trans>Owners and administrators of this company and of its projects sign in with a PIN or with a passkey.</Trans>
        )}
      </p>
      {rule.mayChange &&
        (rule.required || rule.shown ? (
          <div>
            <Button busy={busy} onClick={onChange}>
              {rule.required ? t`Do not ask for a passkey` : t`Ask for a passkey`}
            </Button>
          </div>
        ) : (
          <Notice>
            <p style={{ marginBottom: '0.75rem' }}>
              <Trans>To ask for passkeys, add one of your own and sign in with it first, so that you do not lock yourself out.</Trans>
            </p>
            <LinkButton href="/sessions">{t`Your passkeys`}</LinkButton>
          </Notice>
        ))}
    </>
  )
}

interface PersonProps {
  readonly person: Rule['people'][number]
  readonly busy: boolean
  readonly onReset: () => void
}

function PasskeyPerson({ person, busy, onReset }: PersonProps) {
  const { t } = useLingui()
  return (
    <ListRow>
      <div>
        <strong>{person.name}</strong>
        <p style={{ margin: 0 }}>{person.passkeys > 0 ? t`Has a passkey` : t`Has no passkey yet`}</p>
      </div>
      {person.passkeys > 0 && (
        <Button disabled={busy} aria-label={t`Reset the passkeys of ${person.name}`} onClick={onReset}>
          {t`Reset`}
        </Button>
      )}
    </ListRow>
  )
}
