import { Trans, useLingui } from '@lingui/react/macro'
import { listPasskeys, type Passkey, removePasskey } from '../../../contract/endpoints/passkeys.ts'
import { ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { chakra } from '../../ui/chakra.ts'
import { confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { FailedState } from '../../ui/feedback/FailedState.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { ListEmpty, ListFoot, ListRow, RowList } from '../../ui/layout/RowList.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { useActWithToast } from '../../ui/useActWithToast.ts'
import { hasPasskeys } from './hasPasskeys.ts'
import { NewPasskeyForm } from './NewPasskeyForm.tsx'
import { passkeyTrouble } from './signInWithPasskey.ts'
import { failureWords } from './failureWords.ts'
import { useAsked } from './useAsked.ts'

const Heading = chakra('h2', { base: { textStyle: 'heading', marginTop: '6' } })
const Small = chakra('p', { base: { textStyle: 'small', color: 'fg.muted', margin: '0' } })

const passkeys = () => ask(listPasskeys)
const removalWords = (error: unknown) => passkeyTrouble(error) ?? failureWords(error)

/** The person's passkeys: add, remove. Nothing for people who manage nothing. */
export function PasskeyList() {
  const { t } = useLingui()
  const { data, trouble, again } = useAsked(passkeys)
  const { busy, act } = useActWithToast(removalWords)
  if (trouble === undefined && data !== undefined && !data.mayAdd && data.passkeys.length === 0) return null

  const remove = async ({ id, name }: Passkey) => {
    if (!(await confirmDialog({ text: t`Remove the passkey ${name}? It opens nothing here any more.`, ok: t`Remove`, danger: true })))
      return
    await act(() => ask(removePasskey, undefined, { id }), t`Passkey removed`)
    await again()
  }

  return (
    <>
      <Heading>{t`Passkeys`}</Heading>
      {trouble !== undefined && <FailedState error={{ message: trouble }} onRetry={again} />}
      {trouble === undefined && data === undefined && <Skeleton rows={1} />}
      {trouble === undefined && data !== undefined && (
        <Card>
          {data.required && (
            <Notice>
              <Trans>Your company asks its owners and administrators to sign in with a passkey.</Trans>
            </Notice>
          )}
          {data.passkeys.length === 0 ? (
            <ListEmpty title={t`No passkeys yet`}>
              <Trans>With a passkey you sign in by fingerprint, face or the PIN of your device, without a text message.</Trans>
            </ListEmpty>
          ) : (
            <RowList words="14rem">
              {data.passkeys.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} busy={busy} remove={() => void remove(passkey)} />
              ))}
            </RowList>
          )}
          {data.mayAdd && (
            <ListFoot>
              <AddPasskey added={again} />
            </ListFoot>
          )}
        </Card>
      )}
    </>
  )
}

function PasskeyRow({
  passkey: { name, createdAt, usedAt },
  busy,
  remove,
}: {
  readonly passkey: Passkey
  readonly busy: boolean
  readonly remove: () => void
}) {
  const { t, i18n } = useLingui()
  const day = (at: string) => i18n.date(new Date(at), { dateStyle: 'medium' })
  const [created, used] = [day(createdAt), usedAt === undefined ? '' : day(usedAt)]
  return (
    <ListRow>
      <div>
        <strong>{name}</strong>
        <Small>
          <Trans>Added on {created}.</Trans> {used === '' ? <Trans>Not used yet.</Trans> : <Trans>Last used on {used}.</Trans>}
        </Small>
      </div>
      <Button icon="trash" disabled={busy} aria-label={t`Remove the passkey ${name}`} onClick={remove}>
        {t`Remove`}
      </Button>
    </ListRow>
  )
}

function AddPasskey({ added }: { readonly added: () => Promise<void> }) {
  const { t } = useLingui()
  if (!hasPasskeys())
    return (
      <Small>
        <Trans>This browser has no passkeys on this address. Use another browser, or a device with a screen lock.</Trans>
      </Small>
    )
  return (
    <div style={{ maxWidth: '24rem' }}>
      <NewPasskeyForm
        added={async () => {
          toast(t`Passkey added`, 'success')
          await added()
        }}
      />
    </div>
  )
}
